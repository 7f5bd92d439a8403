internal import Geometry
internal import LottieFormat

/// Makes one path of several, as After Effects does.
///
/// Merging compares outlines piece by piece, in every frame, so a file could ask for any amount of work. Once too much
/// is asked for, paths make a compound path, as if their merge were of that mode.
final class PathMerger {
  private static let tolerance = 0.01
  /// Comparisons that may still be made: in all, some ten seconds' worth.
  private var effort = 1 << 30
  /// Merges that were too much, by their places in the document.
  private var failures: Set<Int> = []
  /// Those among them that are still to be reported.
  private var unreported: [ItemHead] = []

  /// The merge of paths, from the topmost down.
  func merged(_ paths: [Path], by item: MergePathsItem) -> Path {
    guard let operation = item.mode.operation, paths.count > 1, !failures.contains(item.head.node) else {
      return compound(paths)
    }
    var result = paths[0]
    for path in paths.dropFirst() {
      guard let next = result.combined(operation, with: path, tolerance: Self.tolerance, comparisonBudget: &effort)
      else {
        failures.insert(item.head.node)
        unreported.append(item.head)
        return compound(paths)
      }
      result = next
    }
    return result
  }

  /// The merges that were too much since the last time that this was asked.
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
  /// How two areas become one; nil if they stay as they are.
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
