internal import KilnDiagnostics
internal import KilnJSON

/// Findings in a JSON movie, each rule reported once with the path of its first occurrence and the number of others.
struct SpecFindings {
  private var order: [Rule] = []
  private var occurrences: [Rule: (first: JSONValue, others: Int)] = [:]

  /// Adds an occurrence of a finding at a value.
  mutating func note(_ rule: Rule, at value: JSONValue) {
    if occurrences[rule] == nil { order.append(rule) }
    occurrences[rule, default: (value, -1)].others += 1
  }

  /// Adds everything noted to a log.
  func report(to log: inout DiagnosticLog) {
    for rule in order {
      guard let occurrence = occurrences[rule] else { continue }
      // The summary is the message, but for its full stop.
      let path = DocumentPath(pointer: occurrence.first.pointer)
      var diagnostic = Diagnostic(rule, String(rule.summary.dropLast()), at: path)
      diagnostic.repetitions = occurrence.others
      log.add(diagnostic)
    }
  }
}
