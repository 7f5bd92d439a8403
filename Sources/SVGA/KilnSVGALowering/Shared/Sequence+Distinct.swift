extension Sequence where Element: Hashable {
  /// Each element once, in the order of first occurrence.
  ///
  /// Costs are sums of floating-point numbers, which depend on the order of their terms; the order of a set differs
  /// from process to process.
  func distinct() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
