/// Least-squares fits of cubics to points, the samples, of which there is at least one, each with its parameter 0…1.
enum CubicFit {
  /// The least-squares cubic with given tangents at both ends, for samples at given parameters.
  static func leastSquares(
    _ samples: UnsafeBufferPointer<Point>, _ parameters: UnsafeMutableBufferPointer<Double>, _ tangent: Point,
    _ endTangent: Point
  ) -> CubicCurve {
    let (start, end) = (samples[0], samples[samples.count - 1])
    let (b11, b12, b22, rest1, rest2) = sums(samples, parameters, endShare: 1)
    let (c00, c11) = (b11 * Point.dot(tangent, tangent), b22 * Point.dot(endTangent, endTangent))
    let c01 = b12 * Point.dot(tangent, endTangent)
    let (x0, x1) = ((rest1 * tangent.vector).sum(), (rest2 * endTangent.vector).sum())
    let determinant = c00 * c11 - c01 * c01
    let chord = start.distance(to: end)
    var lengths = (chord / 3, chord / 3)
    if abs(determinant) > 1e-12 * c00 * c11 {
      let solved = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
      if solved.0 > 1e-6 * chord, solved.1 > 1e-6 * chord { lengths = solved }
    }
    return CubicCurve(start, start + tangent * lengths.0, end + endTangent * lengths.1, end)
  }

  /// The least-squares cubic with given ends, for samples at given parameters. Not finite where these do not say enough.
  static func leastSquares(
    _ samples: UnsafeBufferPointer<Point>, _ parameters: UnsafeMutableBufferPointer<Double>
  ) -> CubicCurve {
    let (start, end) = (samples[0], samples[samples.count - 1])
    let (b11, b12, b22, rest1, rest2) = sums(samples, parameters, endShare: 0)
    let determinant = b11 * b22 - b12 * b12
    let control1 = (rest1 * b22 - rest2 * b12) / determinant
    let control2 = (rest2 * b11 - rest1 * b12) / determinant
    return CubicCurve(start, Point(control1.x, control1.y), Point(control2.x, control2.y), end)
  }

  /// Sums over the samples of products of the weights of both control points, and of these with what is left of the samples.
  ///
  /// - Parameter endShare: 1 if the control points are told from the ends, 0 if they are told from the origin.
  @inline(__always)
  private static func sums(
    _ samples: UnsafeBufferPointer<Point>, _ parameters: UnsafeMutableBufferPointer<Double>, endShare: Double
  ) -> (b11: Double, b12: Double, b22: Double, rest1: SIMD2<Double>, rest2: SIMD2<Double>) {
    let (from, to) = (samples[0].vector, samples[samples.count - 1].vector)
    var (b11, b12, b22) = (0.0, 0.0, 0.0)
    var (rest1, rest2) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in samples.indices {
      let t = parameters[index]
      let u = 1 - t
      let (b1, b2) = (3 * u * u * t, 3 * u * t * t)
      b11 += b1 * b1
      b12 += b1 * b2
      b22 += b2 * b2
      let rest = samples[index].vector - from * (u * u * u + endShare * b1) - to * (t * t * t + endShare * b2)
      rest1 += rest * b1
      rest2 += rest * b2
    }
    return (b11, b12, b22, rest1, rest2)
  }

  /// The largest distance between a sample and the curve at its parameter, and the sample's index.
  static func largestError(
    of curve: CubicCurve, _ samples: UnsafeBufferPointer<Point>, _ parameters: UnsafeMutableBufferPointer<Double>
  ) -> (error: Double, worst: Int) {
    let (p1, p2) = (curve.control1 * 3, curve.control2 * 3)
    // Squares, without a root for each sample.
    var largest = 0.0
    var worst = 0
    let last = samples.count - 1
    // Two samples at a time; the last one may be looked at twice.
    for index in stride(from: 0, through: last, by: 2) {
      let next = min(index + 1, last)
      let t = SIMD2(parameters[index], parameters[next])
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, u * u * t, u * t * t, t * t * t)
      let x = a * curve.start.x + b * p1.x + c * p2.x + d * curve.end.x - SIMD2(samples[index].x, samples[next].x)
      let y = a * curve.start.y + b * p1.y + c * p2.y + d * curve.end.y - SIMD2(samples[index].y, samples[next].y)
      let errors = x * x + y * y
      if !(errors[0] <= largest) { (largest, worst) = (errors[0], index) }
      if !(errors[1] <= largest) { (largest, worst) = (errors[1], next) }
    }
    return (largest.squareRoot(), worst)
  }
}

extension CubicCurve {
  /// The parameter of the nearest point of the curve, improved by one step of Newton's method.
  func refined(_ t: Double, towards point: Point) -> Double {
    let u = 1 - t
    let velocity =
      (control1 - start) * (3 * u * u) + (control2 - control1) * (6 * u * t) + (end - control2) * (3 * t * t)
    let acceleration =
      (control2 - control1 * 2 + start) * (6 * u) + (end - control2 * 2 + control1) * (6 * t)
    let away = self.point(at: t) - point
    let slope = Point.dot(velocity, velocity) + Point.dot(away, acceleration)
    guard slope > 0 else { return t }
    return max(0, min(1, t - Point.dot(away, velocity) / slope))
  }
}

extension Point {
  @inline(__always)
  fileprivate var vector: SIMD2<Double> { SIMD2(x, y) }
}
