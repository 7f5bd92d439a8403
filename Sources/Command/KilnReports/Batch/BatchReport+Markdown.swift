internal import KilnDiagnostics

extension BatchReport {
  /// Most rows of files and of rules: all is at most fifty lines, as a comment on a pull request may be.
  private static let maximumFiles = 25
  private static let maximumRules = 8
  /// Most Unicode scalars of a text; a comment holds 65,536 characters.
  private static let maximumText = 200

  /// Summary of the report in a few words.
  var headline: String {
    "\(summary.converted.addingClamped(summary.upToDate)) of \(max(0, summary.planned - summary.skipped)) converted"
      + (summary.failed > 0 ? ", \(summary.failed) failed" : "")
  }

  /// A table of sums, the files with findings with their sizes, worst first, and the most frequent findings: for a comment
  /// on a pull request.
  package var markdown: String {
    "## Kiln: \(headline)\n\n"
      + MarkdownText.table(
        "Files | Before | After | In memory | Time", "--:|--:|--:|--:|--:",
        [
          [
            "\(summary.converted.addingClamped(summary.upToDate))", "\(ByteCount(summary.inputBytes))",
            "\(ByteCount(summary.outputBytes))", "\(ByteCount(summary.decodedBytes))", seconds(summary.milliseconds),
          ]
        ])
      + fileTable + ruleTable
  }

  private var fileTable: String {
    let listed = worstFirst.map(\.file).filter { $0.status == .failed || $0.rules.count(atLeast: .warning) > 0 }
    guard !listed.isEmpty else { return "" }
    let rows = listed.prefix(Self.maximumFiles).map { file in
      let name = Self.cell(file.input + (file.variant.map { " [\($0)]" } ?? ""))
      guard file.status != .failed else {
        let reason = file.error.map { "\($0.text) [\($0.rule)]" } ?? ""
        return [name, "\(ByteCount(file.inputBytes))", "", "**failed:** \(Self.cell(reason))"]
      }
      return [name, "\(ByteCount(file.inputBytes))", "\(ByteCount(file.outputBytes))", Self.findings(of: file)]
    }
    let rest = listed.count - rows.count
    return "\n" + MarkdownText.table("File | Before | After | Findings", "---|--:|--:|---", rows)
      + (rest > 0 ? "\n… and \(rest) more files\n" : "")
  }

  /// `3 warnings: what the first of the worst says`.
  private static func findings(of file: BatchResult) -> String {
    let errors = file.rules.count(atLeast: .error)
    let warnings = file.rules.count(atLeast: .warning).addingClamped(-errors)
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    let worst = file.diagnostics.filter { $0.severity == (errors > 0 ? .error : .warning) }.first
    return counts + (worst.map { ": " + cell($0.message) } ?? "")
  }

  private var ruleTable: String {
    let counts = summary.rules.counts.filter { $0.severity > .note }.worstFirst
    guard !counts.isEmpty else { return "" }
    let rows = counts.prefix(Self.maximumRules).map { count in
      let title = ValidationRunReport.rule(count.rule)?.summary ?? ""
      return ["\(count.count)", Self.cell(title), Self.cell(count.rule)]
    }
    let rest = counts.count - rows.count
    return "\n" + MarkdownText.table("Number | Finding | Rule", "--:|---|---", rows)
      + (rest > 0 ? "\n… and \(rest) more rules\n" : "")
  }

  private static func cell(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumText)))
    return MarkdownText.escaped(start) + (start.unicodeScalars.count < text.unicodeScalars.count ? "…" : "")
  }
}
