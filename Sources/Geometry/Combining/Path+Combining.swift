/// How the insides of two paths make one area.
public enum AreaOperation: Sendable, Hashable {
  /// What is inside both.
  case intersection
  /// What is inside the first and outside the second.
  case difference
  /// What is inside either.
  case union
  /// What is inside one, but not both.
  case exclusion

  /// Whether a point belongs to the area.
  func holds(_ isInFirst: Bool, _ isInSecond: Bool) -> Bool {
    switch self {
    case .intersection: isInFirst && isInSecond
    case .difference: isInFirst && !isInSecond
    case .union: isInFirst || isInSecond
    case .exclusion: isInFirst != isInSecond
    }
  }
}

extension Path {
  /// The area that an operation makes of the insides of two paths, as a path for the non-zero rule whose contours do not
  /// overlap.
  ///
  /// What is not cut keeps its segments, and what is left of a cut curve is a part of that curve. Corners that arise
  /// where segments cross are right within `tolerance`. Open contours count as closed.
  ///
  /// - Returns: nil if there are so many segments or crossings that it would take long.
  public func combined(
    _ operation: AreaOperation, with other: Path, rule: FillRule = .nonZero, otherRule: FillRule = .nonZero,
    tolerance: Double
  ) -> Path? {
    var effort = Int.max
    return combined(
      operation, with: other, rule: rule, otherRule: otherRule, tolerance: tolerance, effort: &effort)
  }

  /// The same as long as there is effort left: a number of comparisons of which those that it takes are subtracted.
  public func combined(
    _ operation: AreaOperation, with other: Path, rule: FillRule = .nonZero, otherRule: FillRule = .nonZero,
    tolerance: Double, effort: inout Int
  ) -> Path? {
    guard effort > 0, tolerance > 0, tolerance.isFinite else { return nil }
    var first = self
    var second = other
    let bounds = controlBounds()
    let otherBounds = other.controlBounds()
    if operation == .intersection || operation == .difference {
      // What lies far from the other path cannot meet it, and its numbers may be huge.
      let common = bounds.intersection(otherBounds).outset(x: 64 * tolerance, y: 64 * tolerance)
      if common.isEmpty { return operation == .intersection ? Path() : nonZeroEquivalent(rule, tolerance: tolerance) }
      if !common.contains(otherBounds) { second = other.cropped(to: common) }
      if operation == .intersection, !common.contains(bounds) { first = cropped(to: common) }
    }
    guard var arrangement = Arrangement(first, second, tolerance: tolerance) else { return nil }
    defer { effort -= arrangement.comparisonCount }
    guard arrangement.splitAtCrossings() else { return nil }
    arrangement.mergeCoincidentEdges()
    guard
      let boundary = arrangement.boundary(where: { first, second in
        operation.holds(rule.holds(winding: first), otherRule.holds(winding: second))
      })
    else { return nil }
    return ContourStitcher(arrangement, boundary, tolerance: tolerance).path()
  }

  /// A path that covers by the non-zero rule what this one does by its own; nil as with `combined`.
  public func nonZeroEquivalent(_ rule: FillRule, tolerance: Double) -> Path? {
    rule == .nonZero ? self : combined(.union, with: Path(), rule: rule, tolerance: tolerance)
  }
}

extension FillRule {
  fileprivate func holds(winding: Int) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding % 2 != 0
    }
  }
}
