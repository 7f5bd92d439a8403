internal import KilnDiagnostics
internal import KilnReports

/// The end of a validation for people: what was found by rule, what else there is to see, and whether it is well.
struct ValidationSummaryText {
  /// Rules that are listed without `--statistics`.
  private static let listedRules = 12
  /// Findings of the baseline that are gone, and are named.
  private static let namedFindings = 3

  let summary: ValidationRunSummary
  /// Severity from which findings fail.
  let failOn: Rule.Severity
  /// The file, if it is the only one.
  let file: ValidatedFile?
  let verbose: Bool
  var wasInterrupted = false
  /// Findings of the baseline that are gone.
  var stale: [String] = []

  /// Whether notes are printed: if somebody asks, or if they fail.
  private var showsNotes: Bool { verbose || failOn == .note }

  /// Findings that are gone, findings by rule, and the result.
  ///
  /// - Parameters:
  ///   - listsRules: Whether all rules are listed, also those of a single file.
  ///   - proposesPage: Whether a page would show more.
  func lines(listsRules: Bool, proposesPage: Bool) -> [PrintedLine] {
    var lines = staleLines
    if listsRules || summary.all > 1 { lines += ruleLines(isComplete: listsRules || verbose) }
    var hints: [String] = []
    if !showsNotes, summary.all > 1, summary.notes > 0 {
      hints.append("-v shows \(Self.counted(summary.notes, "note"))")
    }
    if proposesPage, summary.all > 1, summary.errors > 0 || summary.warnings > 0 {
      hints.append("--report page.html shows findings in pictures")
    }
    if summary.hasFailingFindings(failOn: failOn) {
      hints.append("--rule ID=off or --write-baseline FILE accepts findings")
    }
    if !hints.isEmpty { lines.append(PrintedLine(escaping: hints.joined(separator: "; "))) }
    return lines + [result]
  }

  /// Whether it is well, in one line: `231 of 234 files pass; 3 have 16 errors; 85 have warnings`.
  var result: PrintedLine {
    var parts: [String] = []
    if let file, summary.all == 1 {
      parts.append(text(of: file))
    } else if summary.all == 0 {
      parts.append("no animations")
    } else {
      parts += textsOfAll
    }
    if summary.known > 0 { parts.append("\(summary.known) known") }
    if summary.skipped > 0 { parts.append("\(summary.skipped) skipped\(summary.all == 0 ? "" : ", no animations")") }
    if summary.unfinished > 0 {
      parts.append("\(summary.unfinished) \(wasInterrupted ? "interrupted" : "not begun")")
    }
    return PrintedLine(escaping: parts.joined(separator: "; "))
  }

  // MARK: - Result

  /// `badge.json: fine (2 notes, -v shows them)`.
  private func text(of file: ValidatedFile) -> String {
    let name = file.input == "-" ? "standard input" : file.input
    let counts = [(summary.errors, "error"), (summary.warnings, "warning")].filter { $0.0 > 0 }
      .map { Self.counted($0.0, $0.1) }.joined(separator: " and ")
    let isPassing = summary.passing(failOn: failOn) == 1
    let verdict = isPassing ? (counts.isEmpty ? "fine" : "passes with \(counts)") : counts
    guard summary.notes > 0 else { return "\(name): \(verdict)" }
    let notes = Self.counted(summary.notes, "note")
    if verdict.isEmpty { return "\(name): \(notes)" }
    let them = summary.notes == 1 ? "it" : "them"
    return "\(name): \(verdict) (\(notes)\(showsNotes ? "" : ", -v shows \(them)"))"
  }

  private var textsOfAll: [String] {
    let passing = summary.passing(failOn: failOn)
    var parts = [passing == summary.all ? "all \(summary.all) files pass" : "\(passing) of \(summary.all) files pass"]
    if summary.errors > 0 {
      parts.append("\(Self.have(summary.filesWithErrors)) \(Self.counted(summary.errors, "error"))")
    }
    if summary.warnings > 0 { parts.append("\(Self.have(summary.filesWithWarnings)) warnings") }
    return parts
  }

  private static func have(_ count: Int) -> String { "\(count) \(count == 1 ? "has" : "have")" }

  private static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }

  // MARK: - Rules

  /// A line for each rule: number, severity, ID and what it is about; errors first, then by number.
  private func ruleLines(isComplete: Bool) -> [PrintedLine] {
    let counts = summary.rules.counts.filter { showsNotes || $0.severity > .note }.worstFirst
    guard !counts.isEmpty else { return [] }
    let shown = isComplete ? counts[...] : counts.prefix(Self.listedRules)
    let digits = shown.map { "\($0.count)".count }.max() ?? 0
    let width = shown.map(\.rule.count).max() ?? 0
    var lines: [PrintedLine] = ["findings by rule:"]
    for count in shown {
      let number = "\(count.count)"
      let padding = String(repeating: " ", count: digits - number.count)
      let severity = count.severity.rawValue.padded(to: 7)
      let title = ValidationRunReport.rule(count.rule)?.summary ?? ""
      lines.append("  \(padding)\(number) \(severity)  \(count.rule.padded(to: width))  \(title)")
    }
    let rest = counts.count - shown.count
    if rest > 0 { lines.append("  and \(rest) more rule\(rest == 1 ? "" : "s"); --statistics lists them") }
    return lines + [""]
  }

  private var staleLines: [PrintedLine] {
    guard !stale.isEmpty else { return [] }
    let named: [PrintedLine] = stale.prefix(Self.namedFindings).map { "  \($0)" }
    let rest = stale.count - named.count
    let count = stale.count == 1 ? "1 finding of the baseline is" : "\(stale.count) findings of the baseline are"
    let head: PrintedLine = "\(count) gone; --write-baseline writes it without:"
    return [head] + named + (rest > 0 ? ["  and \(rest) more"] : []) + [""]
  }
}
