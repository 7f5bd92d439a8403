internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Why no export keeps to a budget: the least that is possible, what takes most of it, and what would help.
struct BudgetShortfall {
  /// The smallest files of a frame rate and size, as far as they are known.
  struct Floor {
    var frameRate: Double
    var scale: Double
    var least: ExportEstimate

    /// Whether what would help is known only as a limit.
    var isRough: Bool { least.isRough }

    /// Bytes at a part of the frame rate, about.
    func bytes(rate: Double) -> Double { Self.part(of: least.leastBytes, steady: least.steadyBytes, rate) }

    /// Bytes of decoded pictures at a part of the frame rate, about.
    func memory(rate: Double) -> Double { Self.part(of: least.leastMemory, steady: least.steadyMemory, rate) }

    /// The part of the frame rate at which no more than a number of bytes are left; at most 0 if there is none.
    func rate(bytes: Double) -> Double { Self.rate(bytes, of: least.leastBytes, steady: least.steadyBytes) }

    /// The same for bytes of decoded pictures.
    func rate(memory: Double) -> Double { Self.rate(memory, of: least.leastMemory, steady: least.steadyMemory) }

    private static func part(of all: Int, steady: Int, _ rate: Double) -> Double {
      Double(steady) + Double(all - steady) * rate
    }

    private static func rate(_ limit: Double, of all: Int, steady: Int) -> Double {
      all > steady ? (limit - Double(steady)) / Double(all - steady) : 0
    }
  }

  /// Maximum number of layers that a message names, and of changes.
  private static let namedLayers = 3
  private static let namedChanges = 3

  let context: ExportContext
  let capabilities: ExportCapabilities
  let conversion: Conversion
  let info: AnimationInfo

  /// The finding for a file that is too large.
  func finding(bytes floor: Floor, limit: Int, _ spenders: [LayerShare]) -> Diagnostic {
    var changes = freed
    let least = floor.least.leastBytes
    let ratio = Double(limit) / Double(max(1, least)) * 0.95
    changes += size(floor.scale * Scalar.power(ratio, 1 / 1.6), isRough: floor.isRough)
    let part = floor.rate(bytes: Double(limit) * 0.95)
    changes += rate(floor.frameRate * part, isRough: floor.isRough) + shorter(part, isRough: floor.isRough)
    changes += simpler(spenders.first, ratio: ratio)
    changes.append(more(least, "--max-bytes", isRough: floor.isRough))
    return Diagnostic(
      .budgetExceeded,
      "the file has \(about(floor))\(ByteCount(least)) at least, with all given up that may be, above the limit of "
        + "\(ByteCount(limit))\(Self.most(spenders, "; most are spent on "))",
      advice: Self.sentence(changes))
  }

  /// The finding for pictures that take too much memory.
  func finding(memory floor: Floor, limit: Int, _ spenders: [LayerShare]) -> Diagnostic {
    var changes = freed
    let least = floor.least.leastMemory
    let ratio = Double(limit) / Double(max(1, least)) * 0.95
    changes += size(floor.scale * ratio.squareRoot(), isRough: floor.isRough)
    let part = floor.rate(memory: Double(limit) * 0.95)
    changes += rate(floor.frameRate * part, isRough: floor.isRough) + shorter(part, isRough: floor.isRough)
    changes += simpler(spenders.first, ratio: ratio)
    changes.append(more(least, "--max-memory", isRough: floor.isRough))
    return Diagnostic(
      .budgetExceeded,
      "the decoded pictures take \(about(floor))\(ByteCount(least)) of memory at least, with all given up that may be, "
        + "above the limit of \(ByteCount(limit))\(Self.most(spenders, "; most are needed for "))",
      advice: Self.sentence(changes))
  }

  private func about(_ floor: Floor) -> String { floor.isRough ? "about " : "" }

  // MARK: Changes

  // For a rough floor, changes are stated as lower bounds, because the estimated change may not be enough.

  /// Options that keep what could be given up.
  private var freed: [String] {
    let options = context.bounds.keepingOptions
    return options.isEmpty ? [] : ["leave out \(options.joined(separator: " and "))"]
  }

  private func size(_ scale: Double, isRough: Bool) -> [String] {
    guard capabilities.isResizable, !conversion.options.isForPlatform else { return [] }
    let width =
      conversion.placement(of: info, scale: scale).map(\.width)
      ?? Int(clamping: info.canvas.width * scale, to: 0...100_000)
    guard width >= 8 else { return [] }
    return [isRough ? "choose a --width below \(width)" : "choose --width \(width)"]
  }

  private func rate(_ rate: Double, isRough: Bool) -> [String] {
    guard capabilities.isAnimated, !context.bounds.keepsFrameRate else { return [] }
    let chosen: Double? =
      switch capabilities.frameRates {
      case .any, .atMost: (rate * 10).rounded(.down) / 10
      case .oneOf(let legal): legal.map(Double.init).last { $0 <= rate }
      }
    guard let chosen, chosen >= 1, chosen < context.bounds.leastFrameRate else { return [] }
    let count = "\(isRough ? "fewer than " : "")\(chosen.shortDescription) frame\(chosen == 1 ? "" : "s")"
    return ["allow \(count) per second with --min-fps"]
  }

  /// A part of the animation's time.
  private func shorter(_ part: Double, isRough: Bool) -> [String] {
    let frames = conversion.options.range.map { $0.upperBound - $0.lowerBound } ?? Double(info.frameCount)
    let seconds = (frames / info.frameRate * part * 10).rounded(.down) / 10
    guard capabilities.isAnimated, !conversion.options.isForPlatform, part < 1, seconds >= 0.1 else { return [] }
    return ["choose \(isRough ? "less than " : "")\(seconds.shortDescription) s of it with --frames"]
  }

  /// The layer that takes most, if the rest would fit.
  private func simpler(_ largest: LayerShare?, ratio: Double) -> [String] {
    guard let largest, largest.share < 0.9, 1 - largest.share < ratio else { return [] }
    return ["simplify “\(largest.layer)”"]
  }

  private func more(_ least: Int, _ option: String, isRough: Bool) -> String {
    guard conversion.options.isForPlatform else {
      return isRough
        ? "allow more than \(ByteCount(least)) with \(option)"
        : "allow \(ByteCount(least + least / 20)) with \(option)"
    }
    return capabilities.isAnimated ? "choose a shorter part with --frames" : "simplify the animation"
  }

  /// The last change is always possible.
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
