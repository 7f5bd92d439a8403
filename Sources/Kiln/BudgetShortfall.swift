internal import Diagnostics
internal import Geometry
internal import TimelineModel

/// Why no export keeps to a budget: the least that is possible, what takes most of it, and what would help.
struct BudgetShortfall {
  /// The smallest files of a frame rate and size, as far as they are known; 0 for what is not.
  struct Floor {
    var frameRate: Double
    var scale: Double
    var bytes: Int
    var memory: Int
  }

  /// How many layers are named, and how many changes.
  private static let namedLayers = 3
  private static let namedChanges = 3

  let context: ExportContext
  let capabilities: ExportCapabilities
  let conversion: Conversion
  let info: AnimationInfo

  /// The finding for a file that is too large.
  func finding(bytes floor: Floor, limit: Int, _ spenders: [LayerShare]) -> Diagnostic {
    var changes = freed
    let ratio = Double(limit) / Double(max(1, floor.bytes)) * 0.95
    changes += size(floor.scale * Scalar.power(ratio, 1 / 1.6))
    changes += rate(floor.frameRate * ratio)
    changes += simpler(spenders.first, ratio: ratio)
    changes.append(more(ByteCount(floor.bytes + floor.bytes / 20), "--max-bytes"))
    return Diagnostic(
      .budgetExceeded,
      "the file has \(ByteCount(floor.bytes)) at least, with all given up that may be, above the limit of "
        + "\(ByteCount(limit))\(Self.most(spenders, "; most are spent on "))",
      advice: Self.sentence(changes))
  }

  /// The finding for pictures that take too much memory.
  func finding(memory floor: Floor, limit: Int, _ spenders: [LayerShare]) -> Diagnostic {
    var changes = freed
    let ratio = Double(limit) / Double(max(1, floor.memory)) * 0.95
    changes += size(floor.scale * ratio.squareRoot())
    if !capabilities.isResizable { changes += rate(floor.frameRate * ratio) }
    changes += simpler(spenders.first, ratio: ratio)
    changes.append(more(ByteCount(floor.memory + floor.memory / 20), "--max-memory"))
    return Diagnostic(
      .budgetExceeded,
      "the decoded pictures take \(ByteCount(floor.memory)) of memory at least, with all given up that may be, above the "
        + "limit of \(ByteCount(limit))\(Self.most(spenders, "; most are needed for "))",
      advice: Self.sentence(changes))
  }

  // MARK: Changes

  /// Options that keep what could be given up.
  private var freed: [String] {
    let options = context.bounds.keepingOptions
    return options.isEmpty ? [] : ["leave out \(options.joined(separator: " and "))"]
  }

  private func size(_ scale: Double) -> [String] {
    guard capabilities.isResizable, !conversion.options.isForPlatform else { return [] }
    let width =
      conversion.placement(of: info, scale: scale).map(\.width)
      ?? Int(clamping: info.canvas.width * scale, to: 0...100_000)
    return width >= 8 ? ["choose --width \(width)"] : []
  }

  private func rate(_ rate: Double) -> [String] {
    guard capabilities.isAnimated, !context.bounds.keepsFrameRate else { return [] }
    let chosen: Double? =
      switch capabilities.frameRates {
      case .any, .atMost: (rate * 10).rounded(.down) / 10
      case .oneOf(let legal): legal.map(Double.init).last { $0 <= rate }
      }
    guard let chosen, chosen >= 1, chosen < context.bounds.leastFrameRate else { return [] }
    return ["allow \(chosen.shortDescription) frames per second with --min-fps"]
  }

  /// The layer that takes most, if the rest would fit.
  private func simpler(_ largest: LayerShare?, ratio: Double) -> [String] {
    guard let largest, largest.share < 0.9, 1 - largest.share < ratio else { return [] }
    return ["simplify “\(largest.layer)”"]
  }

  private func more(_ count: ByteCount, _ option: String) -> String {
    guard conversion.options.isForPlatform else { return "allow \(count) with \(option)" }
    return capabilities.isAnimated ? "choose a shorter part with --frames" : "simplify the animation"
  }

  /// The last change always helps.
  private static func sentence(_ changes: [String]) -> String {
    let kept = changes.prefix(namedChanges - 1) + changes.suffix(1)
    let unique = kept.enumerated().filter { kept.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    guard let last = unique.last, unique.count > 1 else { return unique.joined() }
    return unique.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func most(_ spenders: [LayerShare], _ introduction: String) -> String {
    let names = spenders.prefix(namedLayers).map { "“\($0.layer)” (\(Int(($0.share * 100).rounded())) %)" }
    return names.isEmpty ? "" : introduction + names.joined(separator: ", ")
  }
}
