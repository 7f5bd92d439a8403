internal import SVGAFormat
internal import TimelineModel

/// Decides which sprites are drawn as gradient ramps and not as bitmaps.
struct RampChooser {
  private let planner: RampPlanner
  private let capabilities: SVGACapabilities
  private let frameCount: Int

  init(_ timeline: Timeline, _ capabilities: SVGACapabilities) {
    planner = RampPlanner(timeline)
    frameCount = timeline.frameCount
    self.capabilities = capabilities
  }

  /// The ramps of a sprite of one gradient; nil if bitmaps cost less, or not much more where edges would be aliased.
  ///
  /// - Parameter costs: Cost of bitmaps, and that of drawing them; only asked where ramps are possible.
  func instances(
    of sprite: Sprite, in frames: [Int], insteadOf costs: @autoclosure () -> (bitmaps: Double, playing: Double)
  ) -> [RampPlanner.Instance]? {
    guard !frames.isEmpty, planner.mayStand(for: sprite, in: frames) else { return nil }
    let (bitmap, bitmapPlaying) = costs()
    guard capabilities.antialiasesClips || bitmap > LoweringCost.roughEdgeThreshold,
      let instances = planner.instances(of: sprite, in: frames)
    else { return nil }
    let ramp = LoweringCost.ramps(instances)
    let weight = capabilities.antialiasesClips ? 1.0 : 8
    let playing = LoweringCost.playing(instances, frameCount: frameCount)
    return weight * ramp + playing < bitmap + bitmapPlaying ? instances : nil
  }
}
