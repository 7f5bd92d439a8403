extension Path {
  /// The path clipped to a rectangle: covers the same area inside of it by either fill rule, and nothing outside.
  ///
  /// Contours that leave the rectangle continue along its sides. Open contours are treated as closed.
  public func cropped(to rect: Rect) -> Path {
    guard !rect.isEmpty else { return Path() }
    var contours = closedContours
    let bounds = controlBounds()
    func cut(_ isNeeded: Bool, _ side: Side) {
      if isNeeded { contours = contours.compactMap { side.cut($0) } }
    }
    cut(bounds.minX < rect.minX, Side(isVertical: true, position: rect.minX, keepsLarger: true))
    cut(bounds.maxX > rect.maxX, Side(isVertical: true, position: rect.maxX, keepsLarger: false))
    cut(bounds.minY < rect.minY, Side(isVertical: false, position: rect.minY, keepsLarger: true))
    cut(bounds.maxY > rect.maxY, Side(isVertical: false, position: rect.maxY, keepsLarger: false))
    var result = Path()
    for contour in contours {
      guard let first = contour.first else { continue }
      result.move(to: first.curve.start)
      for (index, segment) in contour.enumerated() where !(segment.isLine && index == contour.count - 1) {
        result.append(segment)
      }
      result.close()
    }
    return result
  }
}

/// One side of a rectangle as a clipping half plane (Sutherland–Hodgman clipping, extended to curves).
private struct Side {
  var isVertical: Bool
  /// Coordinate of the side.
  var position: Double
  /// Whether larger coordinates are inside.
  var keepsLarger: Bool

  /// The contour with outside parts replaced by lines along the side; nil if nothing remains.
  func cut(_ contour: [PathSegment]) -> [PathSegment]? {
    var result: [PathSegment] = []
    func add(_ segment: PathSegment) {
      if let last = result.last?.curve.end, last != segment.curve.start {
        result.append(.line(last, segment.curve.start))
      }
      result.append(segment)
    }
    for segment in contour {
      switch place(of: segment) {
      case .inside: add(segment)
      case .outside: break
      case .across: for part in parts(of: segment) where isInside(part) { add(part) }
      }
    }
    guard let first = result.first, let last = result.last else { return nil }
    if last.curve.end != first.curve.start || !last.isLine { result.append(.line(last.curve.end, first.curve.start)) }
    return result
  }

  /// Position of a segment by its control points; `across` also if it only comes close to the side.
  private func place(of segment: PathSegment) -> AreaRelation {
    let curve = segment.curve
    let (a, b) = (coordinate(curve.start), coordinate(curve.end))
    let (c, d) = (coordinate(curve.control1), coordinate(curve.control2))
    let (low, high) = (min(a, b, c, d), max(a, b, c, d))
    // Points of the curve are computed with errors.
    let margin = 1e-12 * max(abs(low), abs(high))
    if low > position + margin { return keepsLarger ? .inside : .outside }
    if high < position - margin { return keepsLarger ? .outside : .inside }
    return .across
  }

  private func coordinate(_ point: Point) -> Double { isVertical ? point.x : point.y }

  /// Whether a part that does not cross the side is inside, by its midpoint; parts along the side are dropped.
  private func isInside(_ part: PathSegment) -> Bool {
    let middle = coordinate(part.point(at: 0.5))
    return keepsLarger ? middle > position : middle < position
  }

  /// The segment split where it crosses the side, with the split points exactly on it.
  private func parts(of segment: PathSegment) -> [PathSegment] {
    let crossings = crossings(of: segment)
    guard let first = crossings.first else { return [segment] }
    if segment.isLine {
      // Not by parameters, whose precision is too low beside huge coordinates.
      let cut = onSide(segment.point(at: first))
      return [.line(segment.curve.start, cut), .line(cut, segment.curve.end)]
    }
    var parts: [PathSegment] = []
    var from = 0.0
    for to in crossings + [1] where to > from {
      var part = segment.part(from: from, to: to)
      if from > 0 { part.curve.start = onSide(part.curve.start) }
      if to < 1 { part.curve.end = onSide(part.curve.end) }
      parts.append(part)
      from = to
    }
    return parts
  }

  private func onSide(_ point: Point) -> Point { isVertical ? Point(position, point.y) : Point(point.x, position) }

  /// The parameters, in order, at which a segment crosses the side.
  private func crossings(of segment: PathSegment) -> [Double] {
    let ends = segment.isLine ? [0, 1] : [0] + segment.curve.extremes.sorted() + [1]
    var crossings: [Double] = []
    for (a, b) in zip(ends, ends.dropFirst()) {
      let (low, high) = (coordinate(segment.point(at: a)) - position, coordinate(segment.point(at: b)) - position)
      guard (low < 0 && high > 0) || (low > 0 && high < 0) else { continue }
      crossings.append(segment.isLine ? low / (low - high) : crossing(of: segment, from: a, to: b, isRising: low < 0))
    }
    return crossings
  }

  /// Parameter at which a monotonic part crosses the side, by bisection.
  private func crossing(of segment: PathSegment, from: Double, to: Double, isRising: Bool) -> Double {
    var (low, high) = (from, to)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if (coordinate(segment.point(at: middle)) < position) == isRising { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
