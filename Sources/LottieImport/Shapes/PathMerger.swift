internal import Geometry
internal import LottieFormat

/// Makes one path of several, as After Effects does.
///
/// Merging compares outlines piece by piece, in every frame, so a file could ask for any amount of work. Once too much
/// is asked for, paths make a compound path, as if their merge were of that mode.
final class PathMerger {
  private static let tolerance = 0.01
  /// No two paths of more pieces can be combined.
  private static let mostPieces = 1 << 14
  /// Whatever the pieces, no more pairs of them are compared for two paths.
  private static let mostPairs = 1 << 23
  /// Pairs of pieces that may still be compared.
  private var pairCount = 1 << 33
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
      guard let next = combined(operation, result, path) else {
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

  private func combined(_ operation: AreaOperation, _ first: Path, _ second: Path) -> Path? {
    let pieces = min(Self.mostPieces, pieceCount(first) + pieceCount(second))
    pairCount -= min(Self.mostPairs, pieces * pieces)
    guard pairCount >= 0 else { return nil }
    return first.combined(operation, with: second, tolerance: Self.tolerance)
  }

  private func pieceCount(_ path: Path) -> Int {
    var count = 0
    var index = 0
    for verb in path.verbs {
      if verb == .cubic, index > 0 {
        let curve = CubicCurve(
          path.points[index - 1], path.points[index], path.points[index + 1], path.points[index + 2])
        count += curve.segmentCount(tolerance: Self.tolerance)
      } else {
        count += 1
      }
      index += verb.pointCount
    }
    return count
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
