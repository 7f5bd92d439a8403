internal import Diagnostics

/// The same finding in one or more places.
struct FindingGroup {
  private(set) var first: Diagnostic
  private(set) var places: [DocumentPath]
  private(set) var count: Int

  private struct Key: Hashable {
    var rule: Rule
    var message: String
    var advice: String?
  }

  /// How many places are named.
  private static let namedPlaces = 3

  private init(_ first: Diagnostic) {
    self.first = first
    places = [first.path]
    count = first.occurrences
  }

  /// Findings of one rule and message together, in the order in which each came first.
  static func groups(_ diagnostics: [Diagnostic]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var positions: [Key: Int] = [:]
    for diagnostic in diagnostics {
      let key = Key(rule: diagnostic.rule, message: diagnostic.message, advice: diagnostic.advice)
      if let position = positions[key] {
        groups[position].places.append(diagnostic.path)
        groups[position].count += diagnostic.occurrences
      } else {
        positions[key] = groups.count
        groups.append(FindingGroup(diagnostic))
      }
    }
    return groups
  }

  /// `what is wrong (where); what to do`, or `what is wrong, 12 times: where, where, where and 9 more; what to do`.
  var text: String {
    let named = places.prefix(Self.namedPlaces).map(\.shortDescription).filter { !$0.isEmpty }
    guard places.count > 1, !named.isEmpty else { return first.description }
    let rest = count - named.count
    let list = named.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    return "\(first.message), \(count) times: \(list)" + (first.advice.map { "; \($0)" } ?? "")
  }
}

extension DocumentPath {
  /// The location, or else where it is for machines.
  fileprivate var shortDescription: String { location.isEmpty ? description : location }
}
