package import KilnGeometry

/// Offset Path, as lottie-web draws it: every segment is moved to the left of its way, then they are joined again.
package struct OffsetPathModifier {
  /// Distance to the left of the direction in pixels; clockwise contours grow.
  var amount: Double
  var join: StrokeStyle.Join
  /// Maximum distance of a miter's tip from a segment's end, in pixels of the path.
  var miterLimit: Double

  package init(amount: Double, join: StrokeStyle.Join, miterLimit: Double) {
    self.amount = amount
    self.join = join
    self.miterLimit = miterLimit
  }

  /// An open contour becomes an outline around it, there and back again, which stays open.
  package func offset(_ contour: Contour) -> Contour {
    guard amount != 0 else { return contour }
    var segments = (0..<contour.segmentCount).map(contour.segment)
    if !contour.isClosed { segments += segments.reversed().map(\.reversed) }
    var moved = segments.map { segment in
      segment.linearized.convexParts.map { $0.moved(left: amount) }
    }
    Self.cutIntersections(&moved)
    var outline = OffsetOutline(join: join, miterLimit: miterLimit)
    for parts in moved {
      outline.joinLast(to: parts.first)
      for part in parts { outline.append(part) }
    }
    outline.joinLast(to: moved.first?.first)
    return Contour(outline.vertices, isClosed: contour.isClosed)
  }

  /// Cuts neighbours off where they cross.
  private static func cutIntersections(_ segments: inout [[CubicCurve]]) {
    guard segments.count > 1 else { return }
    for index in segments.indices {
      let next = index + 1 < segments.count ? index + 1 : 0
      (segments[index], segments[next]) = cutIntersection(segments[index], segments[next])
    }
  }

  private static func cutIntersection(
    _ parts: [CubicCurve], _ following: [CubicCurve]
  ) -> ([CubicCurve], [CubicCurve]) {
    guard let first = parts.first, let last = parts.last, let start = following.first, let end = following.last else {
      return (parts, following)
    }
    if parts.count > 1, following.count > 1, let crossing = CurveIntersection.first(of: first, end) {
      return ([first.cut(at: crossing.first).0], [end.cut(at: crossing.second).1])
    }
    guard let crossing = CurveIntersection.first(of: last, start) else { return (parts, following) }
    return (
      parts.dropLast() + [last.cut(at: crossing.first).0], [start.cut(at: crossing.second).1] + following.dropFirst()
    )
  }
}

/// An outline that is built segment by segment.
private struct OffsetOutline {
  private(set) var vertices: [Contour.Vertex] = []
  private let join: StrokeStyle.Join
  private let miterLimit: Double
  private var last: CubicCurve?
  /// Current end of the outline: the last segment's end, or the end of its join.
  private var position: Point?

  init(join: StrokeStyle.Join, miterLimit: Double) {
    self.join = join
    self.miterLimit = miterLimit
  }

  mutating func append(_ segment: CubicCurve) {
    if let position, segment.start.isNear(position) {
      leave(towards: segment.control1)
    } else {
      vertices.append(Contour.Vertex(segment.start, incoming: segment.start, outgoing: segment.control1))
    }
    vertices.append(Contour.Vertex(segment.end, incoming: segment.control2, outgoing: segment.end))
    position = segment.end
    last = segment
  }

  private mutating func leave(towards handle: Point) {
    guard let index = vertices.indices.last else { return }
    vertices[index].outgoing = handle
  }

  /// Bridges the gap between the last segment and the next. What is not bridged is a straight line.
  mutating func joinLast(to next: CubicCurve?) {
    guard let last, let next else { return }
    position = last.end
    if last.end.isNear(next.start) { return }
    switch join {
    case .bevel: break
    case .round:
      let handle = last.end.distance(to: next.start) * ParametricContours.circleHandle
      leave(towards: last.end + last.derivative(at: 1).direction * handle)
      vertices.append(
        Contour.Vertex(
          next.start, incoming: next.start - next.derivative(at: 0).direction * handle, outgoing: next.start))
      position = next.start
    case .miter:
      let arriving = Line(last.end.isNear(last.control2) ? last.start : last.control2, last.end)
      let leaving = Line(next.start, next.start.isNear(next.control1) ? next.end : next.control1)
      guard let tip = arriving.intersection(with: leaving), tip.distance(to: last.end) < miterLimit else { break }
      vertices.append(Contour.Vertex(corner: tip))
      position = tip
    }
  }
}

/// A line through two points.
private struct Line {
  var start: Point
  var direction: Point
  var end: Point { start + direction }

  init(_ start: Point, _ end: Point) {
    self.start = start
    direction = end - start
  }

  /// Nil for lines that are nearly parallel, by lottie-web's measure.
  func intersection(with other: Line) -> Point? {
    let determinant = Point.cross(direction, other.direction)
    guard abs(determinant) > 0.00001 else { return nil }
    return start + direction * (Point.cross(other.start - start, other.direction) / determinant)
  }
}

extension CubicCurve {
  fileprivate var reversed: CubicCurve { CubicCurve(end, control2, control1, start) }

  /// The curve cut where its bend changes sides, so that its control polygon is convex.
  fileprivate var convexParts: [CubicCurve] {
    let inflections = inflections
    guard let first = inflections.first else { return [self] }
    let (before, rest) = cut(at: first)
    guard let second = inflections.dropFirst().first, !second.isNear(1) else { return [before, rest] }
    let (middle, after) = rest.cut(at: (second - first) / (1 - first))
    return [before, middle, after]
  }

  /// The parameters at which the bend changes sides: none, one or two, in order.
  private var inflections: [Double] {
    let a = end - control2 * 3 + control1 * 3 - start
    let b = (control2 - control1 * 2 + start) * 3
    let c = (control1 - start) * 3
    let denominator = Point.cross(a, b)
    guard abs(denominator) > 0.00001 else { return [] }
    let cusp = -0.5 * Point.cross(a, c) / denominator
    let square = cusp * cusp - Point.cross(b, c) / denominator / 3
    guard square >= 0 else { return [] }
    let root = square.squareRoot()
    if root <= 0.00001 { return root > 0 ? [cusp] : [] }
    return [cusp - root, cusp + root].filter { $0 > 0 && $0 < 1 }
  }

  /// The parts before and after a parameter, one of them a point if it is outside 0…1.
  fileprivate func cut(at parameter: Double) -> (CubicCurve, CubicCurve) {
    if parameter <= 0 { return (CubicCurve(start, start, start, start), self) }
    if parameter >= 1 { return (self, CubicCurve(end, end, end, end)) }
    let (before, after) = split(at: parameter)
    return (before.linearized, after.linearized)
  }

  /// The curve moved by moving each leg of its control polygon.
  fileprivate func moved(left amount: Double) -> CubicCurve {
    func leg(_ from: Point, _ to: Point) -> Line {
      let shift = (to - from).leftNormal * amount
      return Line(from + shift, to + shift)
    }
    let first = leg(start, control1)
    let middle = leg(control1, control2)
    let last = leg(control2, end)
    return CubicCurve(
      first.start, first.intersection(with: middle) ?? first.end,
      last.intersection(with: middle) ?? last.start, last.end)
  }
}

extension Point {
  /// The vector with length 1; as in lottie-web, a zero vector is horizontal.
  fileprivate var direction: Point { self == .zero ? Point(1, 0) : normalized }
}
