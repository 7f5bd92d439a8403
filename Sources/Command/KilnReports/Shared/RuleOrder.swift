package import KilnDiagnostics

extension Sequence<RuleCount> {
  /// The counts as people want to read them: errors first, then the rules with most findings.
  package var worstFirst: [RuleCount] {
    sorted { ($0.severity, $0.count, $1.rule) > ($1.severity, $1.count, $0.rule) }
  }
}
