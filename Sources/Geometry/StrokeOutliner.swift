/// What a stroke covers.
public struct StrokeOutline: Sendable {
  /// To be filled with the non-zero rule.
  public let path: Path
  /// Whether parts of it may lie over each other. If not, the areas of its parts add up.
  public let mayOverlap: Bool
}

/// Turns a stroked path into the outline of the stroke, to be filled with the non-zero rule.
///
/// Every contour is walked along its left side and back along its right. Corners on the outer side get the join; on
/// the inner side the two offset lines are cut where they meet, or led through the corner itself when a segment is too
/// short for that, which keeps every part of the outline turning the same way.
struct StrokeOutliner {
  private let style: StrokeStyle
  private let half: Double
  private let tolerance: Double
  private(set) var outline = Path()
  /// Whether parts of the outline may lie over each other.
  private(set) var mayOverlap = false
  /// By how much the contour turns, in radians, as far as it has been walked.
  private var turning = 0.0
  /// Of the outlines of contours so far, as long as they are apart.
  private var bounds: [Rect] = []
  /// Among more contours it takes too long to tell which are apart.
  private static let mostBounds = 16

  init(_ style: StrokeStyle, tolerance: Double) {
    self.style = style
    self.half = style.width / 2
    self.tolerance = tolerance
  }

  mutating func add(_ contour: Polyline) {
    let start = outline.points.count
    turning = 0
    if contour.points.count < 2 {
      if let point = contour.points.first { addDot(at: point) }
    } else if contour.isClosed && contour.points.count > 2 {
      addLoop(contour, reversed: false)
      addLoop(contour, reversed: true)
    } else {
      addOpen(contour)
    }
    // A closed contour that turns no further is convex, and an open one does not come back to itself.
    let mostTurning = contour.isClosed ? 2 * Double.pi : .pi
    if turning > mostTurning * 1.0001 { mayOverlap = true }
    if !mayOverlap { keepApart(outline.points[start...]) }
  }

  /// Notes the place of a contour's outline, which may lie over those before.
  private mutating func keepApart(_ points: ArraySlice<Point>) {
    let place = points.reduce(Rect.empty) { $0.including($1) }
    mayOverlap = bounds.count >= Self.mostBounds || bounds.contains { !$0.intersection(place).isEmpty }
    bounds.append(place)
  }

  /// Adds what a closed contour with its inside to the left covers together with its stroke.
  ///
  /// The way along the outside is enough: it turns around the inside as well.
  mutating func addWithInside(_ contour: Polyline) {
    if contour.points.count > 2 { addLoop(contour, reversed: true) }
  }

  /// A contour without length: caps alone.
  private mutating func addDot(at point: Point) {
    switch style.cap {
    case .butt: break
    case .round: outline.append(.ellipse(center: point, radii: Size(half, half)))
    case .square:
      outline.append(.rect(Rect(x: point.x - half, y: point.y - half, width: style.width, height: style.width)))
    }
  }

  private mutating func addLoop(_ contour: Polyline, reversed: Bool) {
    let count = contour.points.count
    var isFirst = true
    for step in 0..<count {
      let index = reversed ? count - 1 - step : step
      let next = reversed ? index + count - 1 : index + 1
      let previous = reversed ? index + 1 : index + count - 1
      addJoin(contour, previous % count, index, next % count, startsContour: isFirst)
      isFirst = false
    }
    outline.close()
  }

  private mutating func addOpen(_ contour: Polyline) {
    let points = contour.points
    // A closed contour of two points is a line there and back.
    let last = points.count - 1
    addCap(from: points[1], to: points[0], startsContour: true)
    for index in stride(from: 1, to: last, by: 1) { addJoin(contour, index - 1, index, index + 1) }
    addCap(from: points[last - 1], to: points[last], startsContour: false)
    for index in stride(from: last - 1, to: 0, by: -1) { addJoin(contour, index + 1, index, index - 1) }
    outline.close()
  }

  /// From the left side of a segment that arrives at `end` to its right side.
  private mutating func addCap(from start: Point, to end: Point, startsContour: Bool) {
    let direction = (end - start).normalized
    let ahead = direction * half
    let side = -(direction.turnedClockwise * half)
    add(end + side, startsContour: startsContour)
    switch style.cap {
    case .butt: break
    case .round:
      addArc(around: end, from: side, to: ahead)
      addArc(around: end, from: ahead, to: -side)
    case .square:
      outline.line(to: end + side + ahead)
      outline.line(to: end - side + ahead)
    }
    outline.line(to: end - side)
  }

  /// The left side of one vertex.
  private mutating func addJoin(
    _ contour: Polyline, _ previous: Int, _ index: Int, _ next: Int, startsContour: Bool = false
  ) {
    let point = contour.points[index]
    let arriving = point - contour.points[previous]
    let leaving = contour.points[next] - point
    let d0 = arriving.normalized
    let d1 = leaving.normalized
    let n0 = -(d0.turnedClockwise * half)
    let n1 = -(d1.turnedClockwise * half)
    let cosine = Point.dot(d0, d1)
    let turn = Point.cross(d0, d1)
    // Where the two offset lines meet, as a vector from the vertex; far away when the path turns back.
    let meeting = cosine > -0.9999 ? (n0 + n1) * (1 / (1 + cosine)) : nil
    if turn < 0 || (turn == 0 && cosine > 0) {
      turning += Self.angle(sine: -turn, cosine: cosine)
      addInnerJoin(point, n0, n1, meeting, shortest: min(arriving.length, leaving.length), startsContour)
    } else if !contour.isCorner[index], cosine > 0.5, let meeting {
      add(point + meeting, startsContour: startsContour)
    } else {
      addOuterJoin(point, n0, n1, meeting, isCorner: contour.isCorner[index], cosine: cosine, startsContour)
    }
  }

  private mutating func addInnerJoin(
    _ point: Point, _ n0: Point, _ n1: Point, _ meeting: Point?, shortest: Double, _ startsContour: Bool
  ) {
    if let meeting, (meeting - n0).length <= shortest / 2 {
      add(point + meeting, startsContour: startsContour)
    } else {
      mayOverlap = true
      add(point + n0, startsContour: startsContour)
      outline.line(to: point)
      outline.line(to: point + n1)
    }
  }

  /// An angle from 0 to π; a small one, up to a third of a right angle, is a little too large: by the series of the arc
  /// sine, whose rest is in its last term.
  private static func angle(sine: Double, cosine: Double) -> Double {
    guard sine < 0.5, cosine > 0 else { return Scalar.arcCosine(cosine) }
    let square = sine * sine
    return sine * (1 + square * (1 / 6 + square * 0.09))
  }

  private mutating func addOuterJoin(
    _ point: Point, _ n0: Point, _ n1: Point, _ meeting: Point?, isCorner: Bool, cosine: Double, _ startsContour: Bool
  ) {
    // A curve that turns sharply inside (a cusp) is swept round, whatever the join.
    let join = isCorner ? style.join : .round
    if join == .miter, let meeting, 2 <= style.miterLimit * style.miterLimit * (1 + cosine) {
      add(point + meeting, startsContour: startsContour)
      return
    }
    // A path that turns back lies over itself.
    if cosine < -0.9999 { mayOverlap = true }
    add(point + n0, startsContour: startsContour)
    if join == .round { addArc(around: point, from: n0, to: n1) }
    outline.line(to: point + n1)
  }

  /// A clockwise arc between two vectors of the same length, at most half a turn, as cubics of at most a quarter turn.
  private mutating func addArc(around center: Point, from start: Point, to end: Point) {
    let cosine = Point.dot(start, end) / (half * half)
    let angle = Point.cross(start, end) < 0 && cosine > -0.5 ? 0 : Scalar.arcCosine(cosine)
    // Below this the arc and its chord differ by less than the tolerance.
    guard half * angle * angle / 8 > tolerance / 4 else { return outline.line(to: center + end) }
    let parts = angle > .pi / 2 + 1e-6 ? 2 : 1
    let partAngle = angle / Double(parts)
    let handle = 4 / 3 * Scalar.tangent(partAngle / 4)
    let rotation = Affine.rotation(radians: partAngle)
    var from = start
    for part in 0..<parts {
      let to = part == parts - 1 ? end : rotation.apply(from)
      outline.cubic(
        center + from + from.turnedClockwise * handle, center + to - to.turnedClockwise * handle, to: center + to)
      from = to
    }
  }

  private mutating func add(_ point: Point, startsContour: Bool) {
    if startsContour { outline.move(to: point) } else { outline.line(to: point) }
  }
}

extension Path {
  /// The outline of the stroked path, to be filled with the non-zero rule.
  ///
  /// Dashes are cut first. The distance from the true outline stays below `tolerance`, in the path's own units,
  /// unless a curve is so large that 512 chords are too few. The fill counts parts that overlap, or that turn inside out
  /// behind a tight corner, in the same direction, so none of them cancel.
  public func strokeOutline(_ style: StrokeStyle, tolerance: Double) -> StrokeOutline {
    guard style.width > 0, style.width.isFinite, tolerance > 0 else {
      return StrokeOutline(path: Path(), mayOverlap: false)
    }
    var outliner = StrokeOutliner(style, tolerance: tolerance)
    let source = style.dashes.isEmpty ? self : dashed(style.dashes, phase: style.dashPhase)
    for contour in Polyline.contours(of: source, tolerance: tolerance, offset: style.width / 2) {
      outliner.add(contour)
    }
    return StrokeOutline(path: outliner.outline, mayOverlap: outliner.mayOverlap)
  }

  /// What the path's inside, by a rule, and its stroke cover together; to be filled with the non-zero rule.
  ///
  /// - Parameters:
  ///   - tolerance: As for `strokeOutline`.
  /// - Returns: nil if a contour is open or the stroke is dashed, or if making the contours plain takes too long.
  public func expandedByStroke(_ style: StrokeStyle, rule: FillRule = .nonZero, tolerance: Double) -> Path? {
    guard style.dashes.isEmpty, contours.allSatisfy({ $0.verbs.last == .close }) else { return nil }
    guard style.width > 0, style.width.isFinite, tolerance > 0 else {
      return nonZeroEquivalent(rule, tolerance: tolerance)
    }
    guard let area = combined(.union, with: Path(), rule: rule, tolerance: tolerance) else { return nil }
    var outliner = StrokeOutliner(style, tolerance: tolerance)
    for contour in Polyline.contours(of: area, tolerance: tolerance, offset: style.width / 2) {
      outliner.addWithInside(contour)
    }
    return outliner.outline
  }
}
