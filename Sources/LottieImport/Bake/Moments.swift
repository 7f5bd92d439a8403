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

  /// Only the moments at which a layer lives: from its in point up to, but not including, its out point. A point that is
  /// missing sets no bound.
  func during(_ layer: LottieLayer) -> Moments {
    let start = layer.inPoint ?? -.infinity
    let end = layer.outPoint ?? .infinity
    return Moments(all: all.map { time in time.flatMap { $0 >= start && $0 < end ? $0 : nil } })
  }

  /// The moments of another clock.
  func mapped(_ clock: (Double) -> Double) -> Moments {
    Moments(all: all.map { $0.map(clock) })
  }
}
