extension Sequence where Element: Hashable {
  /// Each element once, in the order in which they first come.
  ///
  /// Costs are sums of floating-point numbers, which depend on the order of their terms, and a set has another order in
  /// every run of the program.
  func distinct() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
