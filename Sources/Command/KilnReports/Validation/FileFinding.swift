package import KilnDiagnostics
internal import KilnValidation

/// A finding of validation as reports have it: the members of a `DiagnosticReport`, and what validation knows beside them.
package struct FileFinding: Sendable, Hashable, Codable {
  /// Rule, message and location, with the severity that the options and targets give it.
  package var finding: DiagnosticReport
  /// Advice to designers for every finding of the rule.
  package var remedy: String
  /// Players that do not show what the finding is about.
  package var targets: [String] = []
  /// Players that show a part of it.
  package var partialTargets: [String] = []
  /// Appearance in those players; nil for findings that are not about players.
  package var appearance: String?
  /// Line in the file, from 1; nil if it has none, or it is not known.
  package var line: Int?
  /// Unicode code point in the line, from 1.
  package var column: Int?
  /// Whether it stands in the baseline.
  package var isKnown = false

  /// A finding of a file.
  init(_ finding: Finding) {
    self.init(finding.diagnostic, at: finding.place)
    self.finding.severity = finding.severity
    appearance = finding.appearance
    targets = finding.failures.filter { !$0.isPartial }.map(\.target)
    partialTargets = finding.failures.filter(\.isPartial).map(\.target)
  }

  /// Why a file has no other findings.
  init(_ failure: Diagnostic, at place: TextLocation?) {
    finding = DiagnosticReport(failure).bounded
    remedy = failure.rule.remedy
    line = place?.line
    column = place?.column
  }

  /// Why a file has no findings, of which only the report is left.
  package init(_ failure: DiagnosticReport) {
    finding = failure
    remedy = ValidationRunReport.rule(failure.rule)?.remedy ?? ""
  }

  private enum Key: String, CodingKey { case remedy, targets, partialTargets, appearance, line, column, known }

  /// Reads the members of the diagnostic and those of its own from one object.
  package init(from decoder: any Decoder) throws {
    finding = try DiagnosticReport(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    remedy = try container.decode(String.self, forKey: .remedy)
    targets = try container.decodeIfPresent([String].self, forKey: .targets) ?? []
    partialTargets = try container.decodeIfPresent([String].self, forKey: .partialTargets) ?? []
    appearance = try container.decodeIfPresent(String.self, forKey: .appearance)
    line = try container.decodeIfPresent(Int.self, forKey: .line)
    column = try container.decodeIfPresent(Int.self, forKey: .column)
    isKnown = try container.decodeIfPresent(Bool.self, forKey: .known) ?? false
  }

  /// Writes one object; members that say nothing are left out.
  package func encode(to encoder: any Encoder) throws {
    try finding.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(remedy, forKey: .remedy)
    if appearance != nil {
      try container.encode(targets, forKey: .targets)
      try container.encode(partialTargets, forKey: .partialTargets)
    }
    try container.encodeIfPresent(appearance, forKey: .appearance)
    try container.encodeIfPresent(line, forKey: .line)
    try container.encodeIfPresent(column, forKey: .column)
    if isKnown { try container.encode(true, forKey: .known) }
  }
}

extension FileFinding {
  /// ID of the rule.
  package var rule: String { finding.rule }
  /// Severity by the options.
  package var severity: Rule.Severity { finding.severity }

  /// Players that fail, for people: `lottie-ios, rlottie (in part)`.
  package var players: String { (targets + partialTargets.map { "\($0) (in part)" }).joined(separator: ", ") }

  /// Message, location, advice, appearance and remedy as sentences on one line.
  package var sentences: String {
    var text = finding.message + (finding.location.isEmpty ? "" : " (\(finding.location))")
    if let advice { text += "; \(advice)" }
    text = Self.sentence(text)
    if let appearance { text += " " + Self.sentence("In \(players): \(appearance)") }
    return remedy.isEmpty ? text : text + " " + remedy
  }

  /// Advice on this finding; nil if the remedy says the same.
  package var advice: String? {
    guard let advice = finding.advice, !advice.isEmpty else { return nil }
    return remedy.lowercased().hasPrefix(advice.lowercased()) ? nil : advice
  }

  /// A text with a full stop, unless it ends with one.
  private static func sentence(_ text: String) -> String {
    text.last.map { ".!?…".contains($0) } ?? true ? text : text + "."
  }

  /// Number of places that it stands for.
  package var occurrences: Int { finding.repetitions.addingClamped(1) }
}
