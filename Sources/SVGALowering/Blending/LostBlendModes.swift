internal import Diagnostics
internal import Pixels
internal import TimelineModel

/// Blend modes that sprites lose because SVGA has none.
struct LostBlendModes {
  /// The blend mode of a layer, or of a part of one.
  struct Loss: Hashable {
    var origin: SpriteOrigin
    var mode: BlendMode
  }

  /// In the order in which they were found.
  private(set) var losses: [Loss] = []
  /// Frames in which each loss is visible; they may repeat.
  private var frames: [Loss: [Int]] = [:]

  /// Adds the blend mode of a sprite, unless it is normal.
  mutating func add(_ sprite: Sprite) {
    guard sprite.blendMode != .normal else { return }
    let visible = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    add(Loss(origin: sprite.origin, mode: sprite.blendMode), in: visible)
  }

  mutating func add(contentsOf other: LostBlendModes) {
    for loss in other.losses { add(loss, in: other.frames[loss] ?? []) }
  }

  private mutating func add(_ loss: Loss, in frames: [Int]) {
    guard !frames.isEmpty else { return }
    if self.frames[loss] == nil { losses.append(loss) }
    self.frames[loss, default: []] += frames
  }

  /// Reports each loss with the share of the picture that it changes.
  ///
  /// - Parameter timeline: The timeline that still has the blend modes.
  func report(for timeline: Timeline, limits: Limits, to log: inout DiagnosticLog) {
    guard !losses.isEmpty else { return }
    var meter = BlendLossMeter(timeline, limits: limits)
    let isJoint = losses.count > BlendLossMeter.maximumCount
    let jointShare = isJoint ? meter.share(of: Set(losses), in: Set(frames.values.joined()).sorted()) : 0
    for loss in losses {
      let frames = Set(frames[loss] ?? []).sorted()
      let share = isJoint ? jointShare : meter.share(of: [loss], in: frames)
      let path = loss.origin.path(frames: timeline.sourceFrames(frames))
      log.add(
        share > Self.visibleShare ? .loweringBlendModeVisible : .loweringBlendMode,
        "blend mode \(loss.mode.displayName) is drawn as normal, which \(Self.phrase(share, joint: isJoint ? losses.count : nil))",
        at: path, advice: "convert to WebP, which keeps blend modes, or draw the layer without one")
    }
  }

  /// A loss that changes more than this of the picture is an error.
  private static let visibleShare = 0.1

  /// End of the message that says how much changes.
  ///
  /// - Parameter joint: Number of losses that were measured together; nil for this one alone.
  private static func phrase(_ share: Double, joint: Int?) -> String {
    let percent = Int((share * 100).rounded())
    let amount = share == 0 ? "nothing that can be seen" : percent == 0 ? "less than 1 %" : "up to \(percent) %"
    let changes = share == 0 ? amount : "\(amount) of the picture"
    return joint.map { "together with the \($0 - 1) others changes \(changes)" } ?? "changes \(changes)"
  }
}
