internal import LottieFormat
internal import TimelineModel

/// The times of a composition at which the timeline's frames fall; nil where the frame shows nothing of it.
struct Moments {
  let all: [Double?]

  var count: Int { all.count }
  var isEmpty: Bool { all.allSatisfy { $0 == nil } }

  /// One state a frame; hidden where there is nothing to show.
  func states(_ state: (Double) -> FrameState) -> [FrameState] {
    all.map { $0.map(state) ?? .hidden }
  }

  /// The frames from the first to the last in which a layer lives: its time is from the in point up to, but not
  /// including, the out point. A point that is missing sets no bound.
  func frames(of layer: LottieLayer) -> Range<Int> {
    guard let first = all.firstIndex(where: { layer.lives(at: $0) }),
      let last = all.lastIndex(where: { layer.lives(at: $0) })
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Of some frames only the moments at which a layer lives.
  func during(_ layer: LottieLayer, in frames: Range<Int>) -> Moments {
    Moments(all: all[frames].map { layer.lives(at: $0) ? $0 : nil })
  }

  /// The moments of another clock.
  func mapped(_ clock: (Double) -> Double) -> Moments {
    Moments(all: all.map { $0.map(clock) })
  }
}

extension LottieLayer {
  fileprivate func lives(at moment: Double?) -> Bool {
    guard let moment else { return false }
    return moment >= inPoint ?? -.infinity && moment < outPoint ?? .infinity
  }
}
