internal import KilnDiagnostics
internal import KilnExporting
internal import KilnSVGAFormat
internal import KilnTimeline

/// Costs of the layers of an SVGA file: bytes of the file, and bytes of a player's memory.
struct LayerCosts {
  /// Cost of one layer, in bytes.
  private struct Cost {
    var bytes = 0
    var memory = 0
  }

  /// Layers that a finding names.
  private static let namedLayers = 3

  private var costs: [String: Cost] = [:]
  /// Bytes of bitmaps, and of all else.
  private var kinds = (bitmaps: 0, states: 0)

  /// Memory of a timeline's pictures; files are not counted. A picture counts for the first layer that shows it.
  init(images timeline: Timeline) {
    var seen: Set<ImageID> = []
    timeline.forEachSprite { sprite in
      guard case .image(let id) = sprite.content, seen.insert(id).inserted else { return }
      costs[Self.name(sprite.layers), default: Cost()].memory += min(timeline[id].decodedBytes, 1 << 40)
    }
  }

  /// Approximate costs of all parts of a file.
  ///
  /// - Parameters:
  ///   - bytes: Size of the file, to which the sizes of the parts, each packed alone, are scaled down.
  ///   - layers: Names of layers by key; parts under other keys are named by their key.
  init(_ movie: SVGAMovieEntity, bytes: Int, layers: [String: [String]]) {
    let parts = movie.costs
    let share = min(1, Double(bytes) / Double(max(1, parts.reduce(0) { $0 + $1.bytes })))
    for part in parts {
      let name = layers[part.name].map(Self.name) ?? part.name
      let bytes = Int(Double(part.bytes) * share)
      costs[name, default: Cost()].bytes += bytes
      if part.memory > 0 { kinds.bitmaps += bytes } else { kinds.states += bytes }
      costs[name, default: Cost()].memory += part.memory
    }
  }

  private static func name(_ layers: [String]) -> String { layers.joined(separator: " › ") }

  /// Error for a file that is too large.
  func excess(bytes: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      .budgetExceeded,
      "the file has \(ByteCount(bytes)), above the limit of \(ByteCount(limit)); most are spent on "
        + largestInFile,
      advice: "choose a lower \(Choice.frameRate), a smaller \(Choice.scale) or \(Choice.bitmapScale), or simplify "
        + "these")
  }

  /// Error for pictures that take too much memory.
  func excess(memory: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      .budgetExceeded,
      "the bitmaps take \(ByteCount(memory)) of a player's memory, above the limit of \(ByteCount(limit)); "
        + "most are needed for \(largestInMemory)",
      advice: "choose a smaller \(Choice.bitmapScale), or replace these")
  }

  /// Kind of content that takes most bytes of the file, in words.
  var largestKind: String { kinds.bitmaps > kinds.states ? "bitmaps" : "shapes and places in each frame" }

  /// The layers that take most bytes of the file, in words.
  var largestInFile: String {
    largest { $0.bytes }.map { name, cost in
      let decoded = cost.memory > 0 ? ", \(ByteCount(cost.memory)) decoded" : ""
      return "“\(name)” (\(ByteCount(cost.bytes))\(decoded))"
    }.joined(separator: ", ")
  }

  /// The layers that take most memory, in words.
  var largestInMemory: String {
    largest { $0.memory }.map { "“\($0.name)” (\(ByteCount($0.cost.memory)))" }.joined(separator: ", ")
  }

  private func largest(by amount: (Cost) -> Int) -> [(name: String, cost: Cost)] {
    costs.filter { amount($0.value) > 0 }.sorted { (amount($1.value), $0.key) < (amount($0.value), $1.key) }
      .prefix(Self.namedLayers).map { ($0.key, $0.value) }
  }
}
