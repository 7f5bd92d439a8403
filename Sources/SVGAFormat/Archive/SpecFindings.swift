internal import Diagnostics
internal import JSONTree

/// Findings in a JSON movie, each kind reported once, with its first place and the number of others.
struct SpecFindings {
  private var order: [Rule] = []
  private var places: [Rule: (first: JSONValue, others: Int)] = [:]

  /// Notes a finding about a value.
  mutating func note(_ rule: Rule, at value: JSONValue) {
    if places[rule] == nil { order.append(rule) }
    places[rule, default: (value, -1)].others += 1
  }

  /// Adds everything noted to a log.
  func report(to log: inout DiagnosticLog) {
    for rule in order {
      guard let place = places[rule] else { continue }
      // The summary is the message, but for its full stop.
      let path = DocumentPath(pointer: place.first.pointer)
      var diagnostic = Diagnostic(rule, String(rule.summary.dropLast()), at: path)
      diagnostic.repetitions = place.others
      log.add(diagnostic)
    }
  }
}
