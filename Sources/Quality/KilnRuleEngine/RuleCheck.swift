package import KilnDiagnostics

/// A check, with the rules whose findings it makes. Rules about the same property share one check.
package struct RuleCheck: Sendable {
  /// The rules, in the order of the catalogue.
  package let rules: [ValidationRule]
  /// Type of what is inspected: a visit of a file, a layer, a frame or the like.
  fileprivate let kind: ObjectIdentifier
  fileprivate let check: any Sendable

  /// A check. All checks of one kind of visit are called on one walk over the file.
  package init<Visit>(_ rules: [ValidationRule], _ check: @escaping @Sendable (Visit) -> Void) {
    self.rules = rules
    kind = ObjectIdentifier(Visit.self)
    self.check = Check(call: check)
  }

  /// A check of rules without options.
  package init<Visit>(
    _ category: ValidationRule.Category, _ rules: [Rule], _ check: @escaping @Sendable (Visit) -> Void
  ) {
    self.init(rules.map { ValidationRule($0, category) }, check)
  }
}

/// A check of one kind of visit.
private struct Check<Visit>: Sendable {
  package let call: @Sendable (Visit) -> Void
}

extension [RuleCheck] {
  /// The checks of a kind of visit, in their order: walks ask for them once, not at every visit.
  package func checks<Visit>(of visit: Visit.Type = Visit.self) -> [@Sendable (Visit) -> Void] {
    compactMap { $0.kind == ObjectIdentifier(visit) ? ($0.check as? Check<Visit>)?.call : nil }
  }

  /// Calls all checks of a visit that happens once.
  package func inspect<Visit>(_ visit: Visit) {
    for check in checks(of: Visit.self) { check(visit) }
  }
}
