internal import KilnSVGAFormat
internal import KilnTimeline

/// Decides which sprites are drawn as gradient ramps and not as bitmaps.
struct RampSelection {
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
  /// - Parameter bitmaps: Bitmaps that the ramps would stand for; only asked where ramps are possible.
  func instances(
    of sprite: Sprite, in frames: [Int], insteadOf bitmaps: @autoclosure () -> BitmapFallback.Estimate
  ) -> [RampPlanner.Instance]? {
    guard !frames.isEmpty, planner.mayStand(for: sprite, in: frames) else { return nil }
    let bitmaps = bitmaps()
    guard capabilities.antialiasesClips || bitmaps.cost > LoweringCost.roughEdgeThreshold,
      let instances = planner.instances(of: sprite, in: frames)
    else { return nil }
    let ramp = LoweringCost.ramps(instances)
    let weight = capabilities.antialiasesClips ? 1.0 : 8
    let playing = LoweringCost.playing(instances, frameCount: frameCount)
    return weight * ramp + playing < bitmaps.cost + bitmaps.playing ? instances : nil
  }
}
