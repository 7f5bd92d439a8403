internal import KilnGeometry

/// Intersection of two curves: its parameter on each of them.
struct CurveIntersection {
  var first: Double
  var second: Double

  /// The first crossing found when both are halved again and again: to 2 units, at most seven times.
  static func first(of a: CubicCurve, _ b: CubicCurve) -> CurveIntersection? { search(Span(a), Span(b), depth: 0) }

  private static func search(_ a: Span, _ b: Span, depth: Int) -> CurveIntersection? {
    guard a.overlaps(b) else { return nil }
    if depth >= 7 || (a.isSmall && b.isSmall) { return CurveIntersection(first: a.middle, second: b.middle) }
    let (firstA, secondA) = a.halves
    let (firstB, secondB) = b.halves
    for (a, b) in [(firstA, firstB), (firstA, secondB), (secondA, firstB), (secondA, secondB)] {
      if let found = search(a, b, depth: depth + 1) { return found }
    }
    return nil
  }

  /// A part of a curve, with the parameters between which it lies.
  private struct Span {
    var curve: CubicCurve
    var bounds: Rect
    var start: Double
    var end: Double

    init(_ curve: CubicCurve, from start: Double = 0, to end: Double = 1) {
      self.curve = curve
      bounds = curve.lottieBounds
      self.start = start
      self.end = end
    }

    var middle: Double { (start + end) / 2 }
    var isSmall: Bool { bounds.width <= 2 && bounds.height <= 2 }

    var halves: (Span, Span) {
      let (before, after) = curve.split(at: 0.5)
      return (Span(before.linearized, from: start, to: middle), Span(after.linearized, from: middle, to: end))
    }

    /// Touching does not count.
    func overlaps(_ other: Span) -> Bool {
      bounds.minX < other.bounds.maxX && other.bounds.minX < bounds.maxX && bounds.minY < other.bounds.maxY
        && other.bounds.minY < bounds.maxY
    }
  }
}

extension CubicCurve {
  /// The bounds that lottie-web searches for crossings. Where a coordinate has no cubic term, as in symmetric curves,
  /// it takes the ends' alone: such curves do not cut each other off.
  fileprivate var lottieBounds: Rect {
    func extremes(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
      let a = 3 * (-p0 + 3 * p1 - 3 * p2 + p3)
      let b = 2 * (3 * p0 - 6 * p1 + 3 * p2)
      let discriminant = b * b - 4 * a * (3 * p1 - 3 * p0)
      guard a != 0, discriminant >= 0 else { return [] }
      let distance = discriminant.squareRoot() / (2 * a)
      return [-b / (2 * a) - distance, -b / (2 * a) + distance].filter { $0 > 0 && $0 < 1 }
    }
    var bounds = Rect.empty.including(start).including(end)
    for parameter in extremes(start.x, control1.x, control2.x, end.x) {
      bounds = bounds.including(Point(point(at: parameter).x, start.y))
    }
    for parameter in extremes(start.y, control1.y, control2.y, end.y) {
      bounds = bounds.including(Point(start.x, point(at: parameter).y))
    }
    return bounds
  }
}
