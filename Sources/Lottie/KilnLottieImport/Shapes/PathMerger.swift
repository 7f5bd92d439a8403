internal import KilnGeometry
internal import KilnLottieFormat

/// Combines paths into one, as After Effects' Merge Paths does.
///
/// Merging looks in every frame for the edges that cross, among many of them all pairs, so its total work is limited.
/// Once the limit is reached, paths make a compound path, as in the mode `merge`.
final class PathMerger {
  private static let tolerance = 0.01
  /// Number of comparisons of edges and of bounds that may still be made; all of them take seconds.
  private var comparisonBudget = 1 << 30
  /// `ItemHead.node` of the merges that exceeded the budget.
  private var failures: Set<Int> = []
  /// Failures that have not been taken yet.
  private var unreported: [ItemHead] = []

  /// Combines paths, topmost first; a compound path if the budget is exceeded.
  func merged(_ paths: [Path], by item: MergePathsItem) -> Path {
    guard let operation = item.mode.operation, paths.count > 1, !failures.contains(item.head.node) else {
      return compound(paths)
    }
    var result = paths[0]
    for path in paths.dropFirst() {
      guard
        let next = result.combined(
          operation, with: path, tolerance: Self.tolerance, comparisonBudget: &comparisonBudget)
      else {
        failures.insert(item.head.node)
        unreported.append(item.head)
        return compound(paths)
      }
      result = next
    }
    return result
  }

  /// The merges that have exceeded the budget since the last call.
  func takeFailures() -> [ItemHead] {
    defer { unreported = [] }
    return unreported
  }

  private func compound(_ paths: [Path]) -> Path {
    var result = Path()
    for path in paths { result.append(path) }
    return result
  }
}

extension MergePathsItem.Mode {
  /// The operation on two areas; nil for a compound path.
  fileprivate var operation: AreaOperation? {
    switch self {
    case .merge: nil
    case .add: .union
    case .subtract: .difference
    case .intersect: .intersection
    case .excludeIntersections: .exclusion
    }
  }
}
