/// Boolean operation on the interiors of two paths.
public enum AreaOperation: Sendable, Hashable {
  /// Inside both.
  case intersection
  /// Inside the first and outside the second.
  case difference
  /// Inside at least one.
  case union
  /// Inside exactly one.
  case exclusion

  /// Whether a point belongs to the result.
  func contains(_ isInFirst: Bool, _ isInSecond: Bool) -> Bool {
    switch self {
    case .intersection: isInFirst && isInSecond
    case .difference: isInFirst && !isInSecond
    case .union: isInFirst || isInSecond
    case .exclusion: isInFirst != isInSecond
    }
  }
}

extension Path {
  /// Boolean combination of the interiors of two paths, as a path for the non-zero rule whose contours do not overlap.
  ///
  /// Segments that are not cut are kept; the rest of a cut curve is a subcurve of it. Intersection points are exact
  /// within `tolerance`, in path space. Open contours are treated as closed.
  ///
  /// - Parameters:
  ///   - rule: Fill rule of this path.
  ///   - otherRule: Fill rule of the other path.
  /// - Returns: nil if the number of edges, comparisons or crossings exceeds a fixed limit, a coordinate is too large
  ///   for the tolerance, or edges still cross after they have been split several times.
  public func combined(
    _ operation: AreaOperation, with other: Path, rule: FillRule = .nonZero, otherRule: FillRule = .nonZero,
    tolerance: Double
  ) -> Path? {
    var comparisonBudget = Int.max
    return combined(
      operation, with: other, rule: rule, otherRule: otherRule, tolerance: tolerance,
      comparisonBudget: &comparisonBudget)
  }

  /// Boolean combination that shares a budget with other calls.
  ///
  /// - Parameter comparisonBudget: Number of comparisons left, of edges and of their common bounds; reduced by those made,
  ///   and by what sorting far too many crossings takes. Nil is returned once it is used up.
  public func combined(
    _ operation: AreaOperation, with other: Path, rule: FillRule = .nonZero, otherRule: FillRule = .nonZero,
    tolerance: Double, comparisonBudget: inout Int
  ) -> Path? {
    guard comparisonBudget > 0, tolerance > 0, tolerance.isFinite else { return nil }
    var first = self
    var second = other
    let bounds = controlBounds()
    let otherBounds = other.controlBounds()
    if operation == .intersection || operation == .difference {
      // Parts far from the other path cannot intersect it, and their coordinates may be huge.
      let common = bounds.intersection(otherBounds).outset(x: 64 * tolerance, y: 64 * tolerance)
      if common.isEmpty { return operation == .intersection ? Path() : nonZeroEquivalent(rule, tolerance: tolerance) }
      if !common.contains(otherBounds) { second = other.cropped(to: common) }
      if operation == .intersection, !common.contains(bounds) { first = cropped(to: common) }
    }
    guard var arrangement = Arrangement(first, second, tolerance: tolerance) else { return nil }
    let whole = arrangement.comparisonBudget
    let isSplit = arrangement.splitAtCrossings()
    comparisonBudget -= whole - arrangement.comparisonBudget
    guard isSplit else { return nil }
    arrangement.mergeCoincidentEdges()
    let boundary = arrangement.boundary { first, second in
      operation.contains(rule.contains(winding: first), otherRule.contains(winding: second))
    }
    var stitcher = ContourStitcher(arrangement, boundary, tolerance: tolerance)
    return stitcher.path()
  }

  /// A path that covers the same area by the non-zero rule as this one by `rule`; nil as for `combined`.
  public func nonZeroEquivalent(_ rule: FillRule, tolerance: Double) -> Path? {
    rule == .nonZero ? self : combined(.union, with: Path(), rule: rule, tolerance: tolerance)
  }
}
