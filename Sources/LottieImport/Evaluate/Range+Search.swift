extension Range<Int> {
  /// The last index for which something is so that is so up to some place and not beyond; the first if for none.
  ///
  /// - Precondition: not empty.
  @inline(__always)
  func last(until isSo: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isSo(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
