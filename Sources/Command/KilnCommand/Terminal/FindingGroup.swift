package import KilnDiagnostics

/// The same finding in one or more places.
package struct FindingGroup {
  let first: Diagnostic
  let places: [DocumentPath]
  package let count: Int

  private struct Key: Hashable {
    var rule: Rule
    var message: String
    var advice: String?
  }

  /// Maximum number of places that are listed.
  private static let namedPlaces = 3

  /// Findings of one rule and message together, in the order in which each came first.
  package static func groups(_ diagnostics: [Diagnostic]) -> [FindingGroup] {
    diagnostics.groups { Key(rule: $0.rule, message: $0.message, advice: $0.advice) }.compactMap { findings in
      findings.first.map { first in
        FindingGroup(
          first: first, places: findings.map(\.path),
          count: findings.reduce(0) { $0.addingClamped($1.occurrences) })
      }
    }
  }

  /// `what is wrong (where); what to do`, or `what is wrong, 12 times: where, where, where and 9 more; what to do`.
  package var text: String {
    let named = places.prefix(Self.namedPlaces).map(\.shortDescription).filter { !$0.isEmpty }
    guard places.count > 1, !named.isEmpty else { return first.withoutPointer.description }
    let rest = count - named.count
    let list = named.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    return "\(first.message), \(count) times: \(list)" + (first.advice.map { "; \($0)" } ?? "")
  }
}

extension DocumentPath {
  /// The location, or else where it is for machines.
  fileprivate var shortDescription: String { location.isEmpty ? description : location }
}
