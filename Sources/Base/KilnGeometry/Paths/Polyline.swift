/// One flattened contour, for offsetting and measuring.
struct Polyline {
  /// The points; adjacent ones differ. A closed polyline does not repeat its first point.
  var points: [Point] = []
  /// For each point, whether it is an end of a path segment that may be a corner, and not a sample inside of a curve.
  var isCorner: [Bool] = []
  var isClosed = false
  /// Whether the contour begins with a curve that is a single point, from which browsers take the direction of its cap.
  var startsWithPoint = false
  /// The first and the last segment if they are curves, whose tangents caps have, not those of chords.
  var firstCurve: CubicCurve?
  var lastCurve: CubicCurve?

  /// Unit vector in which an open contour of several points begins.
  var startDirection: Point {
    firstCurve.flatMap { Self.direction(from: $0.start, towards: $0.control1, $0.control2, $0.end) }
      ?? (points[1] - points[0]).normalized
  }

  /// Unit vector in which an open contour of several points ends.
  var endDirection: Point {
    lastCurve.flatMap { Self.direction(from: $0.end, towards: $0.control2, $0.control1, $0.start) }.map { -$0 }
      ?? (points[points.count - 1] - points[points.count - 2]).normalized
  }

  /// Unit vector towards the first of three points that is not nearly the same; nil if all are.
  private static func direction(from point: Point, towards first: Point, _ second: Point, _ third: Point) -> Point? {
    func isAway(_ other: Point) -> Bool { other.distance(to: point) > 1.0 / 4096 }
    guard let other = isAway(first) ? first : isAway(second) ? second : isAway(third) ? third : nil else { return nil }
    return (other - point).normalized
  }

  /// Appends a point; if the polyline already ends there, only the corner flag is merged.
  mutating func append(_ point: Point, isCorner corner: Bool) {
    if let last = points.last, last == point {
      if corner { isCorner[isCorner.count - 1] = true }
    } else {
      points.append(point)
      isCorner.append(corner)
    }
  }

  mutating func close() {
    isClosed = true
    guard points.count > 1, points[0] == points[points.count - 1] else { return }
    points.removeLast()
    isCorner[0] = isCorner.removeLast() || isCorner[0]
    if let lastCurve, let firstCurve, Self.isSmooth(lastCurve, firstCurve) { isCorner[0] = false }
  }

  /// Marks the last point as no corner if a curve goes on in the direction in which the one before arrives: chords have
  /// other directions where the curves bend within the tolerance.
  private mutating func smoothenLastPoint(towards curve: CubicCurve) {
    guard let lastCurve, lastCurve.end == curve.start, Self.isSmooth(lastCurve, curve) else { return }
    isCorner[isCorner.count - 1] = false
  }

  /// Whether a curve starts in the direction in which another ends, to a thousandth of a radian.
  private static func isSmooth(_ first: CubicCurve, _ second: CubicCurve) -> Bool {
    guard let arriving = direction(from: first.end, towards: first.control2, first.control1, first.start),
      let leaving = direction(from: second.start, towards: second.control1, second.control2, second.end)
    else { return false }
    return Point.dot(arriving, leaving) < 0 && abs(Point.cross(arriving, leaving)) < 1e-3
  }

  /// Removes everything and keeps the memory.
  private mutating func clear() {
    points.removeAll(keepingCapacity: true)
    isCorner.removeAll(keepingCapacity: true)
    (isClosed, startsWithPoint) = (false, false)
    (firstCurve, lastCurve) = (nil, nil)
  }

  /// Flattens a path and calls `body` with one contour after the other.
  ///
  /// Chords stay within `tolerance` of curves, also after offsetting sideways by `offset`, unless a curve would need more
  /// than 512 of them. Paths of very many curves get fewer chords for each, which bounds memory.
  static func forEachContour(of path: Path, tolerance: Double, offset: Double, _ body: (Polyline) -> Void) {
    var current = Polyline()
    var hasSegment = false
    func finish() {
      // A `move` without segments is not stroked, not even with caps (SVG 2, 11.4).
      if hasSegment { body(current) }
      hasSegment = false
      current.clear()
    }
    let curveCount = path.verbs.count { $0 == .cubic }
    let maximumStepCount = max(8, min(512, 262_144 / max(1, curveCount)))
    var index = 0
    for verb in path.verbs {
      let isFirst = !hasSegment
      if verb == .move { finish() } else { hasSegment = true }
      switch verb {
      case .move, .line:
        if current.points.last != path.points[index] { current.lastCurve = nil }
        current.append(path.points[index], isCorner: true)
      case .cubic:
        guard let start = current.points.last else { break }
        let curve = CubicCurve(start, path.points[index], path.points[index + 1], path.points[index + 2])
        if curve.isPoint {
          if isFirst { current.startsWithPoint = true }
        } else {
          if current.points.count == 1 { current.firstCurve = curve }
          current.smoothenLastPoint(towards: curve)
          current.lastCurve = curve
        }
        let needed = max(
          curve.segmentCount(tolerance: tolerance), curve.turningSteps(tolerance: tolerance, offset: offset))
        let steps = min(needed, maximumStepCount)
        if steps > 1 {
          for step in 1..<steps { current.append(curve.point(at: Double(step) / Double(steps)), isCorner: false) }
        }
        current.append(curve.end, isCorner: true)
      case .close:
        current.close()
        finish()
      }
      index += verb.pointCount
    }
    finish()
  }
}

extension CubicCurve {
  /// Number of steps that keep an offset of the curve within `tolerance`, which depends on the curve's total turning.
  func turningSteps(tolerance: Double, offset: Double) -> Int {
    guard offset > tolerance else { return 1 }
    let legs = (control1 - start, control2 - control1, end - control2)
    let turning =
      legs.1 == .zero
      ? Self.turning(legs.0, legs.2) : Self.turning(legs.0, legs.1) + Self.turning(legs.1, legs.2)
    let step = 2 * Scalar.arcCosine(1 - tolerance / offset)
    // The step is 0 if the tolerance is negligible beside the offset.
    let count = (turning / step).rounded(.up)
    return count >= 1 ? (count < 512 ? Int(count) : 512) : 1
  }

  /// The angle between two vectors, 0…π; 0 if one has no length.
  private static func turning(_ a: Point, _ b: Point) -> Double {
    a == .zero || b == .zero ? 0 : abs(Scalar.angle(x: Point.dot(a, b), y: Point.cross(a, b)))
  }
}
