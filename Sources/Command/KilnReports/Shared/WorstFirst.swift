package import KilnDiagnostics

extension Sequence<RuleCount> {
  /// The counts as people want to read them: errors first, then the rules with most findings.
  package var worstFirst: [RuleCount] {
    sorted { ($0.severity, $0.count, $1.rule) > ($1.severity, $1.count, $0.rule) }
  }
}

extension Array {
  /// The elements with their positions, those of the highest rank first, equal ones in their order.
  ///
  /// - Parameter rank: Numbers that say how bad an element is, the most important one first.
  func worstFirst(by rank: (Element) -> [Int]) -> [(order: Int, file: Element)] {
    let ranked = enumerated().map { (order: $0, file: $1, rank: rank($1)) }
    return ranked.sorted { $0.rank == $1.rank ? $0.order < $1.order : $1.rank.lexicographicallyPrecedes($0.rank) }
      .map { ($0.order, $0.file) }
  }
}
