internal import KilnDiagnostics

extension BatchReport {
  /// Most rows of a table; a comment on a pull request holds 65,536 characters.
  private static let maximumRows = 100

  /// Summary of the report in a few words.
  var headline: String {
    "\(summary.converted.addingClamped(summary.upToDate)) of \(max(0, summary.planned - summary.skipped)) converted"
      + (summary.failed > 0 ? ", \(summary.failed) failed" : "")
  }

  /// A table of sums, what failed, and what was found: for a comment on a pull request.
  package var markdown: String {
    "## Kiln: \(headline)\n\n"
      + MarkdownText.table(
        "Files | In | Out | Decoded | Time", "--:|--:|--:|--:|--:",
        [
          [
            "\(summary.converted)", "\(ByteCount(summary.inputBytes))", "\(ByteCount(summary.outputBytes))",
            "\(ByteCount(summary.decodedBytes))", seconds(summary.milliseconds),
          ]
        ])
      + failures + findings
  }

  private var failures: String {
    let failed = files.filter { $0.status == .failed }
    guard !failed.isEmpty else { return "" }
    let rows = failed.prefix(Self.maximumRows).map { file in
      [file.input, file.error?.rule ?? "", file.error?.text ?? ""].map(MarkdownText.escaped)
    }
    return "\n### Failed\n\n" + MarkdownText.table("File | Rule | Why", "---|---|---", rows) + rest(failed.count)
  }

  private var findings: String {
    guard !summary.rules.counts.isEmpty else { return "" }
    let rows = summary.rules.counts.map { [MarkdownText.escaped($0.rule), "\($0.severity)", "\($0.count)"] }
    return "\n### Findings\n\n" + MarkdownText.table("Rule | Severity | Number", "---|---|--:", rows)
  }

  private func rest(_ count: Int) -> String {
    count > Self.maximumRows ? "\n… and \(count - Self.maximumRows) more\n" : ""
  }
}
