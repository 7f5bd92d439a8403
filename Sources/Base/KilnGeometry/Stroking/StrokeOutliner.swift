/// Outline of a stroke.
public struct StrokeOutline: Sendable {
  /// The outline, to be filled with the non-zero rule.
  public let path: Path
  /// Whether parts of it may overlap. If false, the areas of its contours are disjoint.
  public let mayOverlap: Bool
}

/// Converts a stroked path to the outline of the stroke, to be filled with the non-zero rule.
///
/// Every contour is followed along its left side and back along its right. Outer sides of corners get the join; on
/// inner sides the two offset lines are cut at their intersection, or led through the vertex itself if a segment is too
/// short for that. So every part of the outline has the same orientation.
struct StrokeOutliner {
  private let style: StrokeStyle
  private let half: Double
  private let tolerance: Double
  /// Places where the path ends at its start without being joined, to `tolerance`.
  private let gaps: [Point]
  private(set) var outline = Path()
  /// Whether parts of the outline may overlap.
  private(set) var mayOverlap = false
  /// Absolute turning of the current contour so far, in radians.
  private var turning = 0.0
  /// Bounding boxes of the contours' outlines so far, while these are disjoint.
  private var bounds: [Rect] = []
  /// Maximum number of bounding boxes that are compared in pairs; more contours count as overlapping.
  private static let maximumBoundsCount = 16

  init(_ style: StrokeStyle, tolerance: Double, gaps: [Point] = []) {
    self.style = style
    self.half = style.width / 2
    self.tolerance = tolerance
    self.gaps = gaps
  }

  mutating func add(_ contour: Polyline) {
    let start = outline.points.count
    turning = 0
    if contour.points.count < 2 {
      if let point = contour.points.first { addDot(at: point) }
    } else if contour.isClosed && contour.points.count > 2 {
      addLoop(contour, reversed: false)
      addLoop(contour, reversed: true)
    } else if contour.startsWithPoint && style.cap != .butt {
      addOpen(beginningDownwards(contour))
    } else {
      addOpen(contour)
    }
    // A closed contour that turns by at most this is convex, and an open one does not meet itself.
    let maximumTurning = contour.isClosed ? 2 * Double.pi : .pi
    if turning > maximumTurning * 1.0001 { mayOverlap = true }
    if !mayOverlap { compareBounds(outline.points[start...]) }
  }

  /// Compares the bounding box of a contour's outline with those of earlier contours, and stores it.
  private mutating func compareBounds(_ points: ArraySlice<Point>) {
    let box = points.reduce(Rect.empty) { $0.including($1) }
    mayOverlap = bounds.count >= Self.maximumBoundsCount || bounds.contains { !$0.intersection(box).isEmpty }
    bounds.append(box)
  }

  /// Adds the union of a closed contour, whose interior is to its left, and its stroke.
  ///
  /// Only the outer side is needed, because it encloses the interior as well.
  mutating func addWithInside(_ contour: Polyline) {
    if contour.points.count > 2 { addLoop(contour, reversed: true) }
  }

  /// A contour of zero length: caps only.
  private mutating func addDot(at point: Point) {
    switch style.cap {
    case .butt: break
    case .round: outline.append(.ellipse(center: point, radii: Size(half, half)))
    case .square:
      outline.append(.rect(Rect(x: point.x - half, y: point.y - half, width: style.width, height: style.width)))
    }
  }

  /// A contour that begins with a point has the cap of a short line that leads down to it, and a join behind that: so
  /// browsers draw it (Skia takes a fixed direction where there is none).
  private func beginningDownwards(_ contour: Polyline) -> Polyline {
    var contour = contour
    contour.firstCurve = nil
    contour.points.insert(contour.points[0] - Point(0, half * 1e-4), at: 0)
    contour.isCorner.insert(true, at: 0)
    return contour
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
    // A closed contour of two points is a line and its reverse.
    let last = points.count - 1
    addCap(at: points[0], ahead: -contour.startDirection, startsContour: true)
    for index in stride(from: 1, to: last, by: 1) { addJoin(contour, index - 1, index, index + 1) }
    addCap(at: points[last], ahead: contour.endDirection, startsContour: false)
    for index in stride(from: last - 1, to: 0, by: -1) { addJoin(contour, index + 1, index, index - 1) }
    outline.close()
  }

  /// Adds the cap of a contour that arrives at `end` in a direction, a unit vector, from its left side to its right.
  private mutating func addCap(at end: Point, ahead direction: Point, startsContour: Bool) {
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

  /// Adds the left side of one vertex.
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
    // Intersection of the two offset lines, relative to the vertex; nil if the path reverses, where it is far away.
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
      addGap(point, n0, n1, startsContour)
    }
  }

  /// Leads the outline through the vertex itself.
  private mutating func addGap(_ point: Point, _ n0: Point, _ n1: Point, _ startsContour: Bool) {
    add(point + n0, startsContour: startsContour)
    outline.line(to: point)
    outline.line(to: point + n1)
  }

  /// An angle in 0…π. Angles up to 30° use the first terms of the arcsine series, rounded up, so that they are slightly
  /// too large and never too small.
  private static func angle(sine: Double, cosine: Double) -> Double {
    guard sine < 0.5, cosine > 0 else { return Scalar.arcCosine(cosine) }
    let square = sine * sine
    return sine * (1 + square * (1 / 6 + square * 0.09))
  }

  private mutating func addOuterJoin(
    _ point: Point, _ n0: Point, _ n1: Point, _ meeting: Point?, isCorner: Bool, cosine: Double, _ startsContour: Bool
  ) {
    if isCorner, gaps.contains(where: { ($0 - point).length <= tolerance }) {
      return addGap(point, n0, n1, startsContour)
    }
    // Cusps inside a curve get a round join, whatever the style.
    let join = isCorner ? style.join : .round
    if join == .miter, let meeting, 2 <= style.miterLimit * style.miterLimit * (1 + cosine) {
      add(point + meeting, startsContour: startsContour)
      return
    }
    // A path that reverses its direction overlaps itself.
    if cosine < -0.9999 { mayOverlap = true }
    add(point + n0, startsContour: startsContour)
    if join == .round { addArc(around: point, from: n0, to: n1) }
    outline.line(to: point + n1)
  }

  /// A clockwise arc between two vectors of equal length, at most 180°, as cubics of at most 90°.
  private mutating func addArc(around center: Point, from start: Point, to end: Point) {
    let cosine = Point.dot(start, end) / (half * half)
    let angle = Point.cross(start, end) < 0 && cosine > -0.5 ? 0 : Scalar.arcCosine(cosine)
    // For smaller angles the chord is within tolerance of the arc.
    guard half * angle * angle / 8 > tolerance / 4 else { return outline.line(to: center + end) }
    let parts = angle > .pi / 2 + 1e-6 ? 2 : 1
    let partAngle = angle / Double(parts)
    let handle = cosine == 0 ? Self.quarterHandle : 4 / 3 * Scalar.tangent(partAngle / 4)
    let rotation = parts > 1 ? Affine.rotation(radians: partAngle) : .identity
    var from = start
    for part in 0..<parts {
      let to = part == parts - 1 ? end : rotation.apply(from)
      outline.cubic(
        center + from + from.turnedClockwise * handle, center + to - to.turnedClockwise * handle, to: center + to)
      from = to
    }
  }

  /// Length of the handles of a quarter circle in radii. Round caps are made of these: most arcs of many drawings.
  private static let quarterHandle = 4 / 3 * Scalar.tangent(Scalar.arcCosine(0) / 4)

  private mutating func add(_ point: Point, startsContour: Bool) {
    if startsContour { outline.move(to: point) } else { outline.line(to: point) }
  }
}

extension Path {
  /// The outline of the stroked path, to be filled with the non-zero rule.
  ///
  /// Dashes are applied first. The distance from the exact outline is below `tolerance`, in path space, unless a curve
  /// is so large that 512 chords are too few. Overlapping parts have the same orientation, so that they never cancel.
  public func strokeOutline(_ style: StrokeStyle, tolerance: Double) -> StrokeOutline {
    guard style.width > 0, style.width.isFinite, tolerance > 0 else {
      return StrokeOutline(path: Path(), mayOverlap: false)
    }
    var outliner = StrokeOutliner(style, tolerance: tolerance)
    let source = style.dashes.isEmpty ? self : dashed(style.dashes, phase: style.dashPhase)
    Polyline.forEachContour(of: source, tolerance: tolerance, offset: style.width / 2) { outliner.add($0) }
    return StrokeOutline(path: outliner.outline, mayOverlap: outliner.mayOverlap)
  }

  /// The union of the path's interior and its stroke, to be filled with the non-zero rule.
  ///
  /// A contour may be open if it ends where it starts and the caps are butts: then it has no join there.
  ///
  /// - Parameters:
  ///   - rule: Fill rule of the interior.
  ///   - tolerance: As for `strokeOutline`.
  /// - Returns: nil if another contour is open, the stroke is dashed, or the boolean operation exceeds its limits.
  public func expandedByStroke(_ style: StrokeStyle, rule: FillRule = .nonZero, tolerance: Double) -> Path? {
    guard style.dashes.isEmpty, let gaps = unjoinedStarts, gaps.isEmpty || style.cap == .butt else { return nil }
    guard style.width > 0, style.width.isFinite, tolerance > 0 else {
      return nonZeroEquivalent(rule, tolerance: tolerance)
    }
    guard let area = combined(.union, with: Path(), rule: rule, tolerance: tolerance) else { return nil }
    var outliner = StrokeOutliner(style, tolerance: tolerance, gaps: gaps)
    Polyline.forEachContour(of: area, tolerance: tolerance, offset: style.width / 2) { outliner.addWithInside($0) }
    return outliner.outline
  }

  /// The starts of contours that end there without being closed; nil if a contour ends elsewhere, or if the path has
  /// another vertex at such a start.
  private var unjoinedStarts: [Point]? {
    let open = contours.filter { $0.verbs.count > 1 && $0.verbs.last != .close }
    // Each corner is compared with all starts, so that many would take quadratic time.
    guard open.count <= 16 else { return nil }
    var starts: [Point] = []
    for contour in open {
      guard let start = contour.points.first, contour.points.last == start, points.count(where: { $0 == start }) == 2
      else { return nil }
      starts.append(start)
    }
    return starts
  }
}
