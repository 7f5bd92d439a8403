package import KilnGeometry

/// Interpolation from a keyframe to the next one.
package enum KeyframeEase: Sendable, Hashable {
  /// The value stays until the next keyframe (Lottie's `h`).
  case hold
  /// Progress equals time.
  case linear
  /// Progress is a cubic Bézier easing, the same for all dimensions.
  case cubic(CubicEasing)

  /// Progress at a share of the time between two keyframes.
  func progress(at share: Double) -> Double {
    switch self {
    case .hold: 0
    case .linear: share
    case .cubic(let easing): easing.value(at: share)
    }
  }
}

/// A keyframe of a property, and how it continues to the next.
package struct FittedKeyframe: Sendable, Hashable {
  /// Time in frames.
  package var time: Double
  /// Value of each dimension, rounded as it is to be written.
  package var value: [Double]
  /// Interpolation to the next keyframe; `hold` for the last one.
  package var ease: KeyframeEase
  /// Motion path to the next keyframe; nil for a straight one.
  package var tangents: MotionTangents?

  /// A keyframe at a time in frames.
  package init(time: Double, value: [Double], ease: KeyframeEase) {
    self.time = time
    self.value = value
    self.ease = ease
  }
}

extension RandomAccessCollection where Element == FittedKeyframe, Index == Int {
  /// The value that players show at a time in frames; empty if there is no keyframe.
  package func value(at time: Double) -> [Double] {
    guard let first, let last else { return [] }
    guard time > first.time else { return first.value }
    guard time < last.time else { return last.value }
    var (low, high) = (startIndex, endIndex - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].time <= time { low = middle } else { high = middle }
    }
    let (a, b) = (self[low], self[high])
    let share = (time - a.time) / (b.time - a.time)
    if a.ease == .hold { return a.value }
    let progress = a.ease.progress(at: share)
    if let tangents = a.tangents {
      func point(_ value: [Double]) -> SIMD2<Double> { SIMD2(value[0], value[1]) }
      let (first, last) = (point(a.value), point(b.value))
      let curve = MotionCurve(first, first + point(tangents.start), last + point(tangents.end), last)
      let place = curve.point(atLength: curve.length * progress)
      return [place.x, place.y] + a.value.dropFirst(2)
    }
    return zip(a.value, b.value).map { $0 + ($1 - $0) * progress }
  }
}
