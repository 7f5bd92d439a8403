extension Path {
  /// Union of the interiors of some paths, for the non-zero rule, as by `combined`.
  ///
  /// Neighbours are united first, then their unions: if each path was united with all before it, the time would be
  /// quadratic in their number. Paths whose bounds do not overlap are not compared.
  ///
  /// - Returns: nil as for `combined`.
  public static func union(of paths: [Path], tolerance: Double) -> Path? {
    var comparisonBudget = Int.max
    return union(of: paths, tolerance: tolerance, comparisonBudget: &comparisonBudget)
  }

  /// Union of the interiors of some paths that shares a budget with other calls.
  ///
  /// - Parameter comparisonBudget: As for `combined`.
  public static func union(of paths: [Path], tolerance: Double, comparisonBudget: inout Int) -> Path? {
    var unions = paths
    while unions.count > 1 {
      var next: [Path] = []
      for index in stride(from: 0, to: unions.count, by: 2) {
        guard index + 1 < unions.count else {
          next.append(unions[index])
          break
        }
        let union = unions[index].united(
          with: unions[index + 1], tolerance: tolerance, comparisonBudget: &comparisonBudget)
        guard let union else { return nil }
        next.append(union)
      }
      unions = next
    }
    return unions.first ?? Path()
  }

  private func united(with other: Path, tolerance: Double, comparisonBudget: inout Int) -> Path? {
    let shared = controlBounds().intersection(other.controlBounds())
    guard shared.width > 0, shared.height > 0 else {
      var both = self
      both.append(other)
      return both
    }
    return combined(.union, with: other, tolerance: tolerance, comparisonBudget: &comparisonBudget)
  }
}
