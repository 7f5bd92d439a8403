extension Range<Int> {
  /// Binary search: the first index that satisfies a predicate which fails for a prefix of the range and holds from there
  /// on; `upperBound` if it fails for all.
  @inline(__always)
  func partitioningIndex(where predicate: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Binary search: the last index that satisfies a predicate which holds for a prefix of the range and fails from there
  /// on; `lowerBound` if it fails for all.
  ///
  /// - Precondition: not empty.
  @inline(__always)
  func lastIndexOfPrefix(where predicate: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if predicate(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
