internal import KilnDiagnostics
internal import KilnPixels
internal import KilnTimeline

/// Blend modes that were replaced by something that may look otherwise.
struct BlendLosses {
  /// The blend mode of a layer, or of a part of one.
  private struct Loss: Hashable {
    var origin: SpriteOrigin
    var mode: BlendMode
  }

  /// The losses in the order in which they were found.
  private var losses: [Loss] = []
  /// Frames in which each is visible; they may repeat.
  private var frames: [Loss: [Int]] = [:]

  /// A loss that clearly changes more than this of the picture is an error.
  private static let visibleShare = 0.1
  /// Share of the picture that is not noticeable: single pixels at edges.
  private static let invisibleShare = 1e-4

  /// Adds the blend mode of a sprite.
  mutating func add(_ sprite: Sprite) {
    let loss = Loss(origin: sprite.origin, mode: sprite.blendMode)
    let visible = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard !visible.isEmpty else { return }
    if frames[loss] == nil { losses.append(loss) }
    frames[loss, default: []] += visible
  }

  /// Reports each blend mode in whose frames the result differs from the original.
  func report(from original: Timeline, to result: Timeline, limits: Limits, _ log: inout DiagnosticLog) {
    var meter = BlendLossMeter(from: original, to: result, limits: limits)
    for loss in losses {
      let frames = Set(frames[loss] ?? []).sorted()
      let shares = meter.loss(in: frames)
      guard shares.different > Self.invisibleShare else { continue }
      let others = losses.count > 1 ? "with the other blend modes, " : ""
      log.add(
        shares.clear > Self.visibleShare ? .loweringBlendModeVisible : .loweringBlendMode,
        "blend mode \(loss.mode.displayName) becomes the nearest normal colours; \(others)"
          + "\(Self.percent(shares.different)) of the picture looks different, \(Self.percent(shares.clear)) clearly",
        at: loss.origin.path(frames: original.sourceFrames(frames)),
        advice: "convert to WebP, which keeps blend modes, or draw the layer without one")
    }
  }

  /// A share of the picture that is the largest of some frames.
  private static func percent(_ share: Double) -> String {
    let percent = Int((share * 100).rounded())
    if share <= invisibleShare { return "nothing" }
    return percent == 0 ? "less than 1 %" : "up to \(percent) %"
  }
}
