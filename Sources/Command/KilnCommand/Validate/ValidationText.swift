internal import KilnBatch
internal import KilnDiagnostics
internal import KilnReports

/// The findings of a validation for people: by file, worst first, the same finding in several places once.
struct ValidationText {
  /// Groups of findings of one rule that are printed for a file; `-v` prints all findings.
  private static let groupsOfOneRule = 3
  /// Places of one finding, and findings that are gone, that are named.
  private static let namedPlaces = 3

  let isColored: Bool
  let verbose: Bool
  let quiet: Bool

  /// Lines for a file; none if there is nothing to report.
  func lines(of file: ValidatedFile) -> [PrintedLine] {
    if file.status == .skipped {
      return verbose && !quiet ? ["\(file.input): skipped, \(file.failure?.finding.message ?? "")", ""] : []
    }
    let findings = file.newFindings.filter { isWanted($0.severity) }
    guard !findings.isEmpty else { return [] }
    var lines = [Printer.colored(file.input, code: "1", isColored: isColored)]
    for severity in Rule.Severity.allCases.reversed() {
      lines += self.lines(of: findings.filter { $0.severity == severity }, severity)
    }
    let shown = Set(findings.map(\.rule))
    for omission in file.validation?.omitted ?? [] where shown.contains(omission.rule) {
      lines.append("  \(omission.count) more of \(omission.rule) are not listed")
    }
    return lines + [""]
  }

  /// The last lines.
  ///
  /// - Parameter stale: Findings of the baseline that are gone.
  func lines(of summary: ValidationRunSummary, wasInterrupted: Bool, stale: [String]) -> [PrintedLine] {
    let counts = [
      Self.counted(summary.errors, "error"), Self.counted(summary.warnings, "warning"),
      Self.counted(summary.notes, "note"),
    ].compactMap { $0 }
    let all = summary.checked + summary.failed
    var text = Self.counted(all, "file") ?? "no file"
    text +=
      counts.isEmpty ? ", nothing found" : ", \(summary.clean) without findings: \(counts.joined(separator: ", "))"
    var more: [String] = []
    if summary.known > 0 { more.append("\(summary.known) known") }
    if !verbose, summary.notes > 0 { more.append("-v prints notes") }
    if summary.skipped > 0 { more.append("\(summary.skipped) skipped, no animations") }
    if summary.unfinished > 0 {
      more.append("\(summary.unfinished) \(wasInterrupted ? "interrupted" : "not begun")")
    }
    let line = PrintedLine(escaping: ([text] + more).joined(separator: "; "))
    return stale.isEmpty ? [line] : self.lines(ofStale: stale) + [line]
  }

  private func lines(ofStale stale: [String]) -> [PrintedLine] {
    let named: [PrintedLine] = stale.prefix(Self.namedPlaces).map { "  \($0)" }
    let rest = stale.count - named.count
    let count = stale.count == 1 ? "1 finding of the baseline is" : "\(stale.count) findings of the baseline are"
    let head: PrintedLine = "\(count) gone; --write-baseline writes it without:"
    return [head] + named + (rest > 0 ? ["  and \(rest) more"] : []) + [""]
  }

  private static func counted(_ count: Int, _ name: String) -> String? {
    count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  private func isWanted(_ severity: Rule.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: !quiet
    case .note: verbose && !quiet
    }
  }

  private func lines(of findings: [FileFinding], _ severity: Rule.Severity) -> [PrintedLine] {
    let label: PrintedLine = "  \(Printer.label(severity, isColored: isColored))"
    var lines: [PrintedLine] = []
    var counts: [String: Int] = [:]
    var hidden: [FileFinding] = []
    for group in findings.groups(by: { [$0.rule, $0.finding.message, $0.finding.advice ?? ""] }) {
      guard let first = group.first else { continue }
      counts[first.rule, default: 0] += 1
      if !verbose, counts[first.rule, default: 0] > Self.groupsOfOneRule {
        hidden += group
        continue
      }
      let rule = Printer.colored("[\(first.rule)]", code: "2", isColored: isColored)
      lines.append("\(label) \(Self.text(of: group, first)) \(rule)")
      lines += details(of: first).map { "      \($0)" }
    }
    for group in hidden.groups(by: \.rule) {
      let count = group.reduce(0) { $0.addingClamped($1.occurrences) }
      lines.append("\(label) \(count) more of \(group.first?.rule ?? ""); -v lists them")
    }
    return lines
  }

  /// `what is wrong (where); what to do`, or `what is wrong, 12 times: where; where; where; and 9 more; what to do`.
  private static func text(of group: [FileFinding], _ first: FileFinding) -> String {
    let count = group.reduce(0) { $0.addingClamped($1.occurrences) }
    let named = group.prefix(namedPlaces).map { $0.finding.location.isEmpty ? $0.finding.path : $0.finding.location }
      .filter { !$0.isEmpty }
    var text = first.finding.message
    if group.count > 1, !named.isEmpty {
      let rest = count - named.count
      text += ", \(count) times: \(named.joined(separator: "; "))" + (rest > 0 ? "; and \(rest) more" : "")
    } else {
      let line = first.line.map { "line \($0), column \(first.column ?? 1)" } ?? ""
      let place = first.place.isEmpty ? line : first.place
      if !place.isEmpty { text += " (\(place))" }
      if count > 1 { text += ", and \(count - 1) more" }
    }
    return text + (first.finding.advice.map { "; \($0)" } ?? "")
  }

  /// Appearance in the affected players, and the remedy.
  private func details(of finding: FileFinding) -> [String] {
    var details: [String] = []
    if let appearance = finding.appearance { details.append("In \(finding.players): \(appearance)") }
    if !finding.remedy.isEmpty { details.append(finding.remedy) }
    return details
  }
}
