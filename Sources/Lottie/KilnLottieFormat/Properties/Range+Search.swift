extension Range<Int> {
  /// Binary search: the last index that satisfies a predicate which holds for a prefix of the range and fails from there
  /// on; `lowerBound` if it fails for all.
  ///
  /// - Precondition: not empty.
  @inlinable @inline(__always)
  package func lastIndexOfPrefix(where predicate: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if predicate(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
