extension RandomAccessCollection {
  /// Binary search: index of the first element that satisfies a predicate; `endIndex` if none does.
  ///
  /// Named as in swift-algorithms. O(log n).
  ///
  /// - Throws: The error of the predicate.
  /// - Precondition: The collection is partitioned: all elements that satisfy the predicate come after all that do not.
  @inlinable @inline(__always)
  public func partitioningIndex(where belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Index {
    var first = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(first, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        count = half
      } else {
        first = index(after: middle)
        count -= half + 1
      }
    }
    return first
  }
}
