/// Tangents of a motion path between two keyframes, relative to their values: `to` and `ti`.
package struct MotionTangents: Sendable, Hashable {
  package var start: [Double]
  package var end: [Double]
}

/// Cubic Bézier motion path, along which players move evenly: progress is a share of its length.
struct MotionCurve {
  /// lottie-web measures as many points.
  private static let pointCount = 150

  private let points: [SIMD2<Double>]
  /// Length of the curve up to each point.
  private let lengths: [Double]

  init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
    var points = [a]
    var lengths = [0.0]
    for index in 1..<Self.pointCount {
      let point = Self.point(a, b, c, d, at: Double(index) / Double(Self.pointCount - 1))
      let step = point - points[index - 1]
      points.append(point)
      lengths.append(lengths[index - 1] + (step * step).sum().squareRoot())
    }
    (self.points, self.lengths) = (points, lengths)
  }

  var length: Double { lengths[lengths.count - 1] }

  /// Length up to a parameter of 0…1.
  func length(at parameter: Double) -> Double {
    let place = min(1, max(0, parameter)) * Double(Self.pointCount - 1)
    let index = min(Self.pointCount - 2, Int(place))
    return lengths[index] + (lengths[index + 1] - lengths[index]) * (place - Double(index))
  }

  /// The point where the curve has a length.
  func point(atLength length: Double) -> SIMD2<Double> {
    var (low, high) = (0, Self.pointCount - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let step = lengths[high] - lengths[low]
    return points[low] + (points[high] - points[low]) * (step > 0 ? (length - lengths[low]) / step : 0)
  }

  @inline(__always)
  static func point(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, at t: Double
  ) -> SIMD2<Double> {
    let rest = 1 - t
    var point = a * (rest * rest * rest)
    point += b * (3 * rest * rest * t)
    point += c * (3 * rest * t * t)
    point += d * (t * t * t)
    return point
  }
}
