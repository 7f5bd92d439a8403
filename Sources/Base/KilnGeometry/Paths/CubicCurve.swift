/// A cubic Bézier curve segment.
@frozen
public struct CubicCurve: Sendable, Hashable, BitwiseCopyable {
  /// Start point, at parameter 0.
  public var start: Point
  /// First control point.
  public var control1: Point
  /// Second control point.
  public var control2: Point
  /// End point, at parameter 1.
  public var end: Point

  /// A curve from its end points and control points, in order.
  @inlinable
  public init(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// The point at parameter `t`, 0…1.
  @inlinable
  public func point(at t: Double) -> Point {
    let u = 1 - t
    let a = u * u * u
    let b = 3 * u * u * t
    let c = 3 * u * t * t
    let d = t * t * t
    return Point(
      a * start.x + b * control1.x + c * control2.x + d * end.x,
      a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Splits the curve at parameter `t` by de Casteljau's algorithm.
  public func split(at t: Double) -> (CubicCurve, CubicCurve) {
    let p01 = start.interpolated(to: control1, by: t)
    let p12 = control1.interpolated(to: control2, by: t)
    let p23 = control2.interpolated(to: end, by: t)
    let p012 = p01.interpolated(to: p12, by: t)
    let p123 = p12.interpolated(to: p23, by: t)
    let middle = p012.interpolated(to: p123, by: t)
    return (CubicCurve(start, p01, p012, middle), CubicCurve(middle, p123, p23, end))
  }

  /// A curve of no length.
  public init(point: Point) { self.init(point, point, point, point) }

  /// A line, as a curve of constant speed.
  init(from start: Point, to end: Point) {
    self.init(start, start.interpolated(to: end, by: 1 / 3), start.interpolated(to: end, by: 2 / 3), end)
  }

  /// Whether all four points coincide.
  var isPoint: Bool { start == end && control1 == start && control2 == start }

  /// The subcurve between two parameters, 0 ≤ `t0` ≤ `t1` ≤ 1; its ends are exact where a parameter is 0 or 1.
  public func part(from t0: Double, to t1: Double) -> CubicCurve {
    guard t1 > 0 else { return split(at: 0).0 }
    let head = t1 < 1 ? split(at: t1).0 : self
    return t0 > 0 ? head.split(at: t0 / t1).1 : head
  }

  /// Parameters strictly inside 0…1 at which x or y has a local extremum; unordered, at most four.
  public var extremes: [Double] {
    let x = derivativeRoots { $0.x }
    let y = derivativeRoots { $0.y }
    return [x.0, x.1, y.0, y.1].filter { $0 > 0 && $0 < 1 }
  }

  /// The tight bounding box of the curve.
  public var bounds: Rect {
    let ends = Rect.empty.including(start).including(end)
    // Mostly the control points lie inside the box of the ends; then there are no extrema to solve for.
    if ends.contains(Rect.empty.including(control1).including(control2)) { return ends }
    var bounds = ends
    func include(_ t: Double) {
      if t > 0 && t < 1 { bounds = bounds.including(point(at: t)) }
    }
    let x = derivativeRoots { $0.x }
    let y = derivativeRoots { $0.y }
    include(x.0)
    include(x.1)
    include(y.0)
    include(y.1)
    return bounds
  }

  /// The bounding box of the end points and control points: cheaper than `bounds` and never smaller.
  @inlinable
  public var controlBounds: Rect {
    Rect.empty.including(start).including(control1).including(control2).including(end)
  }

  /// Length of the polygon of all four points: no less than that of the curve.
  var controlLength: Double {
    start.distance(to: control1) + control1.distance(to: control2) + control2.distance(to: end)
  }

  /// The control point of the quadratic curve with the same ends that is nearest to this one; nil if it is farther away than a
  /// tolerance, or the ends of a stroke of this width would turn so that a corner moves further.
  func quadraticControl(tolerance: Double, strokeWidth: Double?) -> Point? {
    guard tolerance > 0 else { return nil }
    // The third difference, by which both curves differ: at most √3⁄36 of it away from the ends.
    let difference = end - start + (control1 - control2) * 3
    let length = difference.length
    guard length * (3.0.squareRoot() / 36) <= tolerance else { return nil }
    if let strokeWidth {
      // Derivatives at the ends differ by half of it.
      let shorter = 3 * min(start.distance(to: control1), control2.distance(to: end))
      guard length / 2 * strokeWidth / 2 <= tolerance * shorter else { return nil }
    }
    return ((control1 + control2) * 3 - start - end) * 0.25
  }

  /// Unit tangent at the start: towards the first point that differs from it; zero if all points coincide.
  public var startDirection: Point {
    for point in [control1, control2, end] where point != start { return (point - start).normalized }
    return .zero
  }

  /// Unit tangent at the end: from the last point that differs from it; zero if all points coincide.
  public var endDirection: Point {
    for point in [control2, control1, start] where point != end { return (end - point).normalized }
    return .zero
  }

  /// Upper bound of `segmentCount(tolerance:)`.
  public static let largestSegmentCount = 512

  /// Number of line segments at equal parameter steps that keep chords within `tolerance` of the curve (Wang's formula),
  /// clamped to 1…`largestSegmentCount`.
  @inlinable
  public func segmentCount(tolerance: Double) -> Int {
    let d1 = start - control1 * 2 + control2
    let d2 = control1 - control2 * 2 + end
    let bend = max(Point.dot(d1, d1), Point.dot(d2, d2))
    let count = (bend.squareRoot() * (6 / (8 * tolerance))).squareRoot().rounded(.up)
    return count >= 1 ? (count < Double(Self.largestSegmentCount) ? Int(count) : Self.largestSegmentCount) : 1
  }

  /// Roots of one coordinate's derivative. Roots outside 0…1 and NaN are to be ignored.
  @inline(__always)
  private func derivativeRoots(_ coordinate: (Point) -> Double) -> (Double, Double) {
    let (p0, p1, p2, p3) = (coordinate(start), coordinate(control1), coordinate(control2), coordinate(end))
    let a = p3 - 3 * p2 + 3 * p1 - p0
    let b = 2 * (p2 - 2 * p1 + p0)
    let c = p1 - p0
    // There may be no real root. Adding terms of equal sign avoids cancellation, also when `a` is nearly 0; where a root
    // does not exist (`a` is 0, or all coefficients are) the quotient is infinite or NaN.
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return (.nan, .nan) }
    let root = discriminant.squareRoot()
    let q = -(b + (b < 0 ? -1 : 1) * root) / 2
    return (q / a, c / q)
  }
}
