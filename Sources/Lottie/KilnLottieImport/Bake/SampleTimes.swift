internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// The samples of a composition or layer, one a frame of the timeline, or of some of its frames.
package struct SampleTimes {
  /// One frame of the timeline.
  package struct Sample {
    /// Time in frames of the composition; nil where the frame shows nothing.
    package var time: Double?
    /// The composition's or layer's space → canvas.
    var toCanvas: Affine
  }

  package let samples: [Sample]
  /// The context in which values are evaluated at these times.
  var context: EvaluationContext

  var count: Int { samples.count }
  var isEmpty: Bool { samples.allSatisfy { $0.time == nil } }

  init(_ samples: [Sample], in context: EvaluationContext) {
    self.samples = samples
    self.context = context
  }

  /// Samples of the root composition.
  package init(_ times: [Double?], in context: EvaluationContext) {
    self.init(times.map { Sample(time: $0, toCanvas: .identity) }, in: context)
  }

  /// One state a frame; hidden where there is nothing to show.
  func states<Failure>(_ state: (Double) throws(Failure) -> FrameState) throws(Failure) -> [FrameState] {
    try samples.map { sample throws(Failure) in try sample.time.map(state) ?? .hidden }
  }

  /// A state for each frame that shows everything as it is where there is something to show.
  var shown: [FrameState] { states { _ in FrameState(opacity: 1, transform: .identity) } }

  /// The frames from the first to the last in which a layer is visible: its time is from the in point up to, but not
  /// including, the out point. A point that is missing sets no bound.
  func visibleFrames(of layer: LottieLayer) -> Range<Int> {
    guard let first = samples.firstIndex(where: { layer.isVisible(at: $0.time) }),
      let last = samples.lastIndex(where: { layer.isVisible(at: $0.time) })
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Samples of some frames in a layer's context; their time is nil where the layer is not visible.
  func during(_ layer: LottieLayer, in frames: Range<Int>) -> SampleTimes {
    SampleTimes(
      samples[frames].map { Sample(time: layer.isVisible(at: $0.time) ? $0.time : nil, toCanvas: $0.toCanvas) },
      in: context.of(layer.node))
  }

  /// Only the frames that satisfy a condition.
  func filtered(_ isIncluded: (_ frame: Int) -> Bool) -> SampleTimes {
    SampleTimes(
      samples.indices.map { frame in
        Sample(time: isIncluded(frame) ? samples[frame].time : nil, toCanvas: samples[frame].toCanvas)
      }, in: context)
  }

  /// The samples in the space of a layer; nothing where that is transparent.
  func inside(_ placements: [Placement]) -> SampleTimes {
    SampleTimes(
      zip(samples, placements).map { sample, placement in
        Sample(time: placement.opacity > 0 ? sample.time : nil, toCanvas: sample.toCanvas * placement.matrix)
      }, in: context)
  }

  /// The samples of a composition that a layer shows in its own space.
  ///
  /// - Parameters:
  ///   - use: `EvaluationContext.compositionUse` of the composition.
  ///   - clock: The layer's time → the composition's.
  func entering(size: Size, use: Int = -1, _ clock: (Double) -> Double) -> SampleTimes {
    var context = context
    context.compositionSize = size
    context.compositionUse = use
    return SampleTimes(samples.map { Sample(time: $0.time.map(clock), toCanvas: $0.toCanvas) }, in: context)
  }
}

/// Position and opacity of a layer in its composition, in one frame.
struct Placement {
  /// Layer space → composition space.
  var matrix: Affine
  /// 0…1; 0 where the layer is not visible.
  var opacity: Double
  /// Cuts the layer in its own space.
  var clip: ClipID?
}

extension LottieLayer {
  fileprivate func isVisible(at time: Double?) -> Bool {
    guard let time else { return false }
    return time >= inPoint ?? -.infinity && time < outPoint ?? .infinity
  }
}
