/// A line or cubic segment of a contour.
struct PathSegment {
  /// The curve; a line's control points coincide with its ends.
  var curve: CubicCurve
  var isLine: Bool

  static func line(_ start: Point, _ end: Point) -> PathSegment {
    PathSegment(curve: CubicCurve(line: start, end), isLine: true)
  }

  func point(at t: Double) -> Point {
    isLine ? curve.start.interpolated(to: curve.end, by: t) : curve.point(at: t)
  }

  /// The part between two parameters; reversed if the first is larger.
  func part(from t0: Double, to t1: Double) -> PathSegment {
    if isLine { return .line(point(at: t0), point(at: t1)) }
    let part = curve.part(from: min(t0, t1), to: max(t0, t1))
    return PathSegment(
      curve: t0 <= t1 ? part : CubicCurve(part.end, part.control2, part.control1, part.start), isLine: false)
  }
}

extension Path {
  /// The segments of each contour, closed, without lines of zero length.
  var closedContours: [[PathSegment]] {
    var contours: [[PathSegment]] = []
    var current: [PathSegment] = []
    forEachClosedContour {
      current.append($0)
    } end: {
      if !current.isEmpty { contours.append(current) }
      current.removeAll()
    }
    return contours
  }

  /// Calls a function with each segment of the closed contours, without lines of zero length, until it returns false.
  ///
  /// - Returns: Whether it always returned true.
  @inline(__always)
  func forEachClosedSegment(_ body: (PathSegment) -> Bool) -> Bool {
    var goesOn = true
    forEachClosedContour {
      if goesOn { goesOn = body($0) }
    } end: {
    }
    return goesOn
  }

  /// Calls `body` with each segment of the closed contours, without lines of zero length, and `end` after each contour.
  @inline(__always)
  private func forEachClosedContour(_ body: (PathSegment) -> Void, end: () -> Void) {
    var start = Point.zero
    var last = Point.zero
    func lineTo(_ end: Point) {
      if end != last { body(.line(last, end)) }
      last = end
    }
    func finish() {
      lineTo(start)
      end()
    }
    var index = 0
    for verb in verbs {
      switch verb {
      case .move:
        finish()
        start = points[index]
        last = start
      case .line: lineTo(points[index])
      case .cubic:
        body(PathSegment(curve: CubicCurve(last, points[index], points[index + 1], points[index + 2]), isLine: false))
        last = points[index + 2]
      case .close: finish()
      }
      index += verb.pointCount
    }
    finish()
  }

  mutating func append(_ segment: PathSegment) {
    if segment.isLine {
      line(to: segment.curve.end)
    } else {
      cubic(segment.curve.control1, segment.curve.control2, to: segment.curve.end)
    }
  }
}
