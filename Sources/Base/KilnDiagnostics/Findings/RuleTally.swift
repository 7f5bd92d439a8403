/// Number of findings of a rule.
public struct RuleCount: Sendable, Hashable, Codable {
  /// ID of the rule, as `kiln rules` lists it.
  public var rule: String
  /// `note`, `warning` or `error`.
  public var severity: Rule.Severity
  /// Number of findings, with those that were folded into others.
  public var count: Int

  /// A number of findings of the rule with this ID.
  public init(rule: String, severity: Rule.Severity, count: Int) {
    self.rule = rule
    self.severity = severity
    self.count = count
  }
}

/// Number of findings by rule, ascending by the rules' IDs. As JSON an array of `RuleCount`.
public struct RuleTally: Sendable, Hashable, Codable {
  /// The counts; no rule twice.
  public private(set) var counts: [RuleCount] = []

  /// No findings.
  public init() {}

  /// Reads an array of counts, in any order.
  public init(from decoder: any Decoder) throws {
    for count in try [RuleCount](from: decoder) { add(count) }
  }

  /// Writes an array of counts.
  public func encode(to encoder: any Encoder) throws { try counts.encode(to: encoder) }

  /// Adds all findings of a rule. Sums above `Int.max` stay there.
  public mutating func add(_ count: RuleCount) {
    // Binary search: thousands of results are summed up.
    var range = counts.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      if counts[middle].rule < count.rule {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    let position = range.lowerBound
    if position < counts.endIndex, counts[position].rule == count.rule {
      counts[position].count = counts[position].count.addingClamped(count.count)
    } else {
      counts.insert(count, at: position)
    }
  }

  /// Adds a finding and those that were folded into it.
  public mutating func add(_ diagnostic: Diagnostic) {
    add(RuleCount(rule: diagnostic.rule.id, severity: diagnostic.rule.severity, count: diagnostic.occurrences))
  }

  /// Adds a finding and those that were folded into it.
  public mutating func add(_ finding: DiagnosticReport) {
    add(RuleCount(rule: finding.rule, severity: finding.severity, count: finding.repetitions.addingClamped(1)))
  }

  /// Adds all findings of another tally.
  public mutating func add(contentsOf other: RuleTally) {
    for count in other.counts { add(count) }
  }

  /// Whether there are findings of a rule.
  public func contains(_ rule: String) -> Bool { counts.contains { $0.rule == rule } }

  /// Number of findings of a severity or above.
  public func count(atLeast severity: Rule.Severity) -> Int {
    counts.reduce(0) { $1.severity >= severity ? $0.addingClamped($1.count) : $0 }
  }
}

extension Int {
  /// The sum, or the nearest number that an `Int` holds: counts in report files may be anything.
  public func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
