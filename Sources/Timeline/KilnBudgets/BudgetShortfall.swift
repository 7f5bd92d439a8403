internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry

/// Report of why no export keeps to a budget: the smallest one, its largest layers, and advice.
struct BudgetShortfall {
  /// Maximum number of layers that a message names, and of changes.
  private static let namedLayers = 3
  private static let namedChanges = 3
  /// Part of a limit that advice aims at, so that it is enough though estimates err.
  private static let aim = 0.95

  let context: ExportContext
  let capabilities: ExportCapabilities
  let animation: any BudgetedAnimation

  /// The finding for a file that is too large.
  func finding(bytes smallest: SmallestExport, limit: Int, _ shares: [LayerShare]) -> Diagnostic {
    var changes = freed
    let least = smallest.least.leastBytes
    let ratio = Double(limit) / Double(max(1, least)) * Self.aim
    changes += size(smallest.scale * Scalar.power(ratio, 1 / SmallestExport.sizeExponent))
    let part = smallest.rate(bytes: Double(limit) * Self.aim)
    changes +=
      rate(smallest.frameRate * part) + shorteningAdvice(part)
    changes += simplifyingAdvice(shares.first, ratio: ratio)
    changes.append(raisedLimitAdvice(least, .bytes))
    return Diagnostic(
      .budgetExceeded,
      "the smallest file that was found has \(ByteCount(least)), with all given up that may be, above the limit of "
        + "\(ByteCount(limit))\(Self.largestLayersText(shares, "; most are spent on "))",
      advice: Self.sentence(changes))
  }

  /// The finding for pictures that take too much memory.
  func finding(memory smallest: SmallestExport, limit: Int, _ shares: [LayerShare]) -> Diagnostic {
    var changes = freed
    let least = smallest.least.leastMemory
    let ratio = Double(limit) / Double(max(1, least)) * Self.aim
    changes += size(smallest.scale * ratio.squareRoot())
    let part = smallest.rate(memory: Double(limit) * Self.aim)
    changes +=
      rate(smallest.frameRate * part) + shorteningAdvice(part)
    changes += simplifyingAdvice(shares.first, ratio: ratio)
    changes.append(raisedLimitAdvice(least, .memory))
    return Diagnostic(
      .budgetExceeded,
      "the decoded pictures of the smallest file that was found take \(ByteCount(least)) of memory, with all given up that "
        + "may be, above the limit of \(ByteCount(limit))\(Self.largestLayersText(shares, "; most are needed for "))",
      advice: Self.sentence(changes))
  }

  // MARK: Changes

  /// Options that prevent reductions.
  private var freed: [String] {
    let options = context.bounds.keepingOptions
    return options.isEmpty ? [] : ["leave out \(options.joined(separator: " and "))"]
  }

  private func size(_ scale: Double) -> [String] {
    guard capabilities.isResizable, !animation.isForPlatform else { return [] }
    let width = animation.width(at: scale)
    guard width >= 8 else { return [] }
    return ["choose \(Choice.width) \(width)"]
  }

  private func rate(_ rate: Double) -> [String] {
    guard capabilities.isAnimated, !context.bounds.keepsFrameRate else { return [] }
    let chosen: Double? =
      switch capabilities.frameRates {
      case .any, .atMost: (rate * 10).rounded(.down) / 10
      case .oneOf(let legal): legal.map(Double.init).last { $0 <= rate }
      }
    guard let chosen, chosen >= 1, chosen < context.bounds.leastFrameRate else { return [] }
    let count = "\(chosen.shortDescription) frame\(chosen == 1 ? "" : "s")"
    return ["allow \(count) per second with \(Choice.minimumFrameRate)"]
  }

  /// A part of the animation's time.
  private func shorteningAdvice(_ part: Double) -> [String] {
    let seconds = (animation.seconds * part * 10).rounded(.down) / 10
    guard capabilities.isAnimated, !animation.isForPlatform, part < 1, seconds >= 0.1 else { return [] }
    return ["choose \(seconds.shortDescription) s of it with \(Choice.range)"]
  }

  /// The layer that takes most, if the rest would fit.
  private func simplifyingAdvice(_ largest: LayerShare?, ratio: Double) -> [String] {
    guard let largest, largest.share < 0.9, 1 - largest.share < ratio else { return [] }
    return ["simplify “\(largest.layer)”"]
  }

  private func raisedLimitAdvice(_ least: Int, _ option: Choice) -> String {
    guard animation.isForPlatform else {
      // The export that was written keeps to this limit; a little more, because the number is printed rounded.
      return "allow more with \(option) \(ByteCount(least + least / 20 + 1).argument)"
    }
    return capabilities.isAnimated ? "choose a shorter part with \(Choice.range)" : "simplify the animation"
  }

  /// The last change is always possible.
  private static func sentence(_ changes: [String]) -> String {
    let kept = changes.prefix(namedChanges - 1) + changes.suffix(1)
    let unique = kept.enumerated().filter { kept.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    guard let last = unique.last, unique.count > 1 else { return unique.joined() }
    return unique.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func largestLayersText(_ shares: [LayerShare], _ introduction: String) -> String {
    let names = shares.prefix(namedLayers).map { "“\($0.layer)” (\(Int(($0.share * 100).rounded())) %)" }
    return names.isEmpty ? "" : introduction + names.joined(separator: ", ")
  }
}
