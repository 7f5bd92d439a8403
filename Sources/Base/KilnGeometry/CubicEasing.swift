/// Cubic Bézier easing from (0, 0) to (1, 1), as CSS `cubic-bezier()`: progress y as a function of time x.
public struct CubicEasing: Sendable, Hashable {
  /// First control point; x is in 0…1, y may be outside (overshoot).
  public let control1: Point
  /// Second control point; x is in 0…1, y may be outside (overshoot).
  public let control2: Point

  /// An easing with two control points.
  ///
  /// x is clamped to 0…1, so that each time has one progress. Coordinates that are not finite are taken as 0.
  public init(_ control1: Point, _ control2: Point) {
    func clamped(_ point: Point) -> Point {
      Point(point.x.isFinite ? max(0, min(1, point.x)) : 0, point.y.isFinite ? point.y : 0)
    }
    self.control1 = clamped(control1)
    self.control2 = clamped(control2)
  }

  /// Linear easing: progress equals time.
  public static let linear = CubicEasing(Point(0, 0), Point(1, 1))

  /// Whether progress equals time everywhere.
  public var isLinear: Bool { control1.x == control1.y && control2.x == control2.y }

  /// Progress at time `x`; `x` is clamped to 0…1, where progress is exactly 0 and 1.
  public func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if isLinear { return x }
    return Self.polynomial(control1.y, control2.y, parameter(at: x))
  }

  /// The curve's parameter at `x`: Newton's method where the curve is steep enough, bisection elsewhere.
  private func parameter(at x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var t = x
    for _ in 0..<64 {
      let error = Self.polynomial(control1.x, control2.x, t) - x
      if abs(error) < 1e-10 { return t }
      if error > 0 { high = t } else { low = t }
      let slope = Self.derivative(control1.x, control2.x, t)
      let next = t - error / slope
      // Newton's step is taken only inside the bracket.
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  private static func polynomial(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    ((1 - 3 * p2 + 3 * p1) * t + (3 * p2 - 6 * p1)) * t * t + 3 * p1 * t
  }

  private static func derivative(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    3 * (1 - 3 * p2 + 3 * p1) * t * t + 2 * (3 * p2 - 6 * p1) * t + 3 * p1
  }
}
