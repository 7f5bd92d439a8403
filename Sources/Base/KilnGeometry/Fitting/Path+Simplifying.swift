extension Path {
  /// The path without what is flatter than a tolerance: such curves become lines, and of an area also lines that go on in
  /// one direction become one, and contours without area are left out. Segments that rounding makes points are left out,
  /// but for those at the ends of a stroke, whose caps they turn. Curves that meet smoothly become one.
  ///
  /// - Parameters:
  ///   - tolerance: Maximum distance of curves, and of points that are left out, from the lines that replace them.
  ///   - strokeWidth: Width of the path's stroke, whose ends turn with the lines; nil if only its area is filled.
  ///   - step: Distance between neighbouring coordinates after rounding; 0 if they are not rounded.
  ///   - joinTolerance: Maximum distance of a curve from those that it replaces; 0 joins none.
  public func simplified(
    tolerance: Double, strokeWidth: Double?, step: Double = 0, joinTolerance: Double = 0
  ) -> Path {
    guard tolerance > 0 else { return self }
    var simplifier = PathSimplifier(
      tolerance: tolerance, strokeWidth: strokeWidth, step: step, joinTolerance: joinTolerance)
    simplifier.add(self)
    return simplifier.result
  }
}

private struct PathSimplifier {
  private(set) var result = Path()
  private let tolerance: Double
  private let strokeWidth: Double?
  /// Distance between neighbouring coordinates after rounding; 0 if they are not rounded.
  private let step: Double
  /// Curves that are not appended yet, as one.
  private var joiner: CurveJoiner
  /// Start of the contour.
  private var start = Point.zero
  /// Whether the contour's start is not appended yet.
  private var isAtStart = false
  /// The last point that is appended, or the contour's start.
  private var anchor = Point.zero
  /// End of the line from the anchor, which may go on.
  private var end: Point?
  /// Directions of lines from the anchor that pass all points so far within tolerance: counterclockwise, from one to the
  /// other. Nil for all directions.
  private var cone: (first: Point, last: Point)?

  init(tolerance: Double, strokeWidth: Double?, step: Double, joinTolerance: Double) {
    self.tolerance = tolerance
    self.strokeWidth = strokeWidth
    self.step = step
    joiner = CurveJoiner(tolerance: joinTolerance, isArea: strokeWidth == nil)
  }

  mutating func add(_ path: Path) {
    result.reserveSegments(path.verbs.count)
    let points = path.points
    var index = 0
    // The end of the last segment, left out or not.
    var current = Point.zero
    for (number, verb) in path.verbs.enumerated() {
      let next = index + verb.pointCount
      if verb == .line || verb == .cubic, isNear(points[next - 1], current),
        isPoint(points[index..<next], after: current),
        maySkip(number, of: path)
      {
        index = next
        continue
      }
      switch verb {
      case .move:
        finishContour()
        begin(points[index])
      case .line: line(to: points[index])
      case .cubic:
        let curve = CubicCurve(current, points[index], points[index + 1], points[index + 2])
        if curve.isFlat(tolerance: tolerance, strokeWidth: strokeWidth) { line(to: curve.end) } else { append(curve) }
      case .close:
        // The contour is closed by a line anyway.
        if strokeWidth == nil, end == start { end = nil }
        if finishContour() { result.close() }
      }
      index = next
      current = verb == .close ? start : points[index - 1]
    }
    finishContour()
  }

  // MARK: - Points

  /// Whether two points may be rounded to one.
  private func isNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) <= step && abs(a.y - b.y) <= step }

  /// Whether all of a segment is rounded to where it starts.
  private func isPoint(_ segment: ArraySlice<Point>, after start: Point) -> Bool {
    guard step > 0 else { return false }
    return segment.allSatisfy {
      ($0.x / step).rounded() == (start.x / step).rounded() && ($0.y / step).rounded() == (start.y / step).rounded()
    }
  }

  /// Whether a segment without length may be left out: of a stroke only what lies between others.
  private func maySkip(_ number: Int, of path: Path) -> Bool {
    if strokeWidth == nil { return true }
    guard number > 0, path.verbs[number - 1] != .move, number + 1 < path.verbs.count else { return false }
    return path.verbs[number + 1] != .move
  }

  // MARK: - Contours

  private mutating func begin(_ point: Point) {
    start = point
    anchor = point
    isAtStart = true
  }

  /// Appends what is left of a contour, unless all of it is one line without area.
  ///
  /// - Returns: Whether any of it is appended.
  @discardableResult
  private mutating func finishContour() -> Bool {
    if strokeWidth != nil || !isAtStart { finishLine() }
    finishCurve()
    defer { (end, cone, isAtStart) = (nil, nil, false) }
    return !isAtStart
  }

  private mutating func startIfNeeded() {
    guard isAtStart else { return }
    result.move(to: start)
    isAtStart = false
  }

  // MARK: - Segments

  private mutating func append(_ curve: CubicCurve) {
    finishLine()
    startIfNeeded()
    add(curve)
    anchor = curve.end
  }

  private mutating func add(_ curve: CubicCurve, isLine: Bool = false) {
    if joiner.join(curve, isLine: isLine) { return }
    finishCurve()
    joiner.begin(curve, isLine: isLine)
  }

  /// Appends what is left of curves.
  private mutating func finishCurve() {
    joiner.finish(into: &result, flatness: tolerance, strokeWidth: strokeWidth)
  }

  private mutating func line(to point: Point) {
    if let end {
      if strokeWidth == nil, goesOn(to: point, from: end) {
        self.end = point
        return
      }
      finishLine()
    }
    end = point
  }

  private mutating func finishLine() {
    guard let end else { return }
    startIfNeeded()
    if strokeWidth == nil {
      add(CubicCurve(from: anchor, to: end), isLine: true)
    } else {
      finishCurve()
      result.line(to: end)
    }
    anchor = end
    self.end = nil
    cone = nil
  }

  /// Whether the line from the anchor passes the end of the one before within tolerance if it goes to a point behind it.
  private mutating func goesOn(to point: Point, from end: Point) -> Bool {
    narrow(by: end - anchor)
    let direction = point - anchor
    guard Point.dot(direction, point - end) >= 0 else { return false }
    guard let cone else { return true }
    return Point.dot(direction, end - anchor) > 0 && Point.cross(cone.first, direction) >= 0
      && Point.cross(direction, cone.last) >= 0
  }

  /// Leaves of the cone what passes a point within tolerance.
  private mutating func narrow(by vector: Point) {
    let square = Point.dot(vector, vector)
    let rest = square - tolerance * tolerance
    guard rest > 0 else { return }
    let along = vector * rest.squareRoot()
    let across = vector.turnedClockwise * tolerance
    let (one, other) = (along + across, along - across)
    let isOrdered = Point.cross(one, other) >= 0
    var (first, last) = isOrdered ? (one, other) : (other, one)
    if let cone {
      if Point.cross(cone.first, first) < 0 { first = cone.first }
      if Point.cross(last, cone.last) < 0 { last = cone.last }
    }
    cone = (first, last)
  }
}

extension CubicCurve {
  /// Whether a curve is nearly the line between its ends.
  func isFlat(tolerance: Double, strokeWidth: Double?) -> Bool {
    let chord = end - start
    let square = Point.dot(chord, chord)
    // A point at the start of a stroke changes its cap, so that only areas lose it.
    guard square > 0 else { return strokeWidth == nil && isPoint }
    let (one, other) = (control1 - start, control2 - start)
    let (along, otherAlong) = (Point.dot(one, chord), Point.dot(other, chord))
    guard along >= 0, along <= square, otherAlong >= 0, otherAlong <= square else { return false }
    // A curve goes three quarters of the way to its control points at most.
    let height = max(abs(Point.cross(one, chord)), abs(Point.cross(other, chord))) * 0.75
    let length = square.squareRoot()
    guard height <= tolerance * length else { return false }
    // The ends of a stroke turn by some four heights for each length of the
    guard let strokeWidth else { return true }
    return height * strokeWidth <= 2 * tolerance * square
  }
}
