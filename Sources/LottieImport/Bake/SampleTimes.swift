internal import LottieFormat
internal import TimelineModel

/// The times of a composition at which the timeline's frames are sampled, in the composition's frames; nil where the frame
/// shows nothing of it.
struct SampleTimes {
  let all: [Double?]
  /// In which context values are evaluated at these times.
  var context: EvaluationContext

  var count: Int { all.count }
  var isEmpty: Bool { all.allSatisfy { $0 == nil } }

  /// One state a frame; hidden where there is nothing to show.
  func states(_ state: (Double) -> FrameState) -> [FrameState] {
    all.map { $0.map(state) ?? .hidden }
  }

  /// The frames from the first to the last in which a layer is visible: its time is from the in point up to, but not
  /// including, the out point. A point that is missing sets no bound.
  func visibleFrames(of layer: LottieLayer) -> Range<Int> {
    guard let first = all.firstIndex(where: { layer.isVisible(at: $0) }),
      let last = all.lastIndex(where: { layer.isVisible(at: $0) })
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Of some frames only the times at which a layer is visible, in the layer's context.
  func during(_ layer: LottieLayer, in frames: Range<Int>) -> SampleTimes {
    SampleTimes(all: all[frames].map { layer.isVisible(at: $0) ? $0 : nil }, context: context.of(layer.node))
  }

  /// The same frames at the times of another composition.
  func mapped(_ clock: (Double) -> Double) -> SampleTimes {
    SampleTimes(all: all.map { $0.map(clock) }, context: context)
  }

  /// Only the frames of which a condition holds.
  func filtered(_ isIncluded: (_ frame: Int) -> Bool) -> SampleTimes {
    SampleTimes(all: all.indices.map { isIncluded($0) ? all[$0] : nil }, context: context)
  }
}

extension LottieLayer {
  fileprivate func isVisible(at time: Double?) -> Bool {
    guard let time else { return false }
    return time >= inPoint ?? -.infinity && time < outPoint ?? .infinity
  }
}
