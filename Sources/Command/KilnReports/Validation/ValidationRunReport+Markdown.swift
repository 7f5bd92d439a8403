internal import KilnDiagnostics

extension ValidationRunReport {
  /// Most files and findings that are listed; a comment on a pull request holds 65,536 characters.
  private static let maximumFiles = 50
  private static let maximumRowsOfFile = 20
  private static let maximumBytes = 60_000

  /// A table of sums and a table for each file with findings, worst first: for a comment on a pull request.
  package var markdown: String {
    var text = "## Kiln: \(headline)\n\n"
    let sums = [
      summary.checked + summary.failed, summary.clean, summary.errors, summary.warnings, summary.notes, summary.known,
    ]
    text += MarkdownText.table(
      "Files | Without findings | Errors | Warnings | Notes | Known", "--:|--:|--:|--:|--:|--:", [sums.map(String.init)]
    )
    let listed = worstFirst.map(\.file).filter { $0.newFindings.contains { $0.severity >= .warning } }
    var count = 0
    for file in listed.prefix(Self.maximumFiles) {
      let section = section(of: file)
      guard text.utf8.count + section.utf8.count < Self.maximumBytes else { break }
      text += section
      count += 1
    }
    if count < listed.count { text += "\n… and \(listed.count - count) more files\n" }
    return text
  }

  /// Summary of the report in a few words.
  var headline: String {
    let failing = files.count { $0.fails(on: failOn) }
    let all = summary.all
    guard failing == 0 else {
      return all == 1 ? "1 file has something to mend" : "\(failing) of \(all) files have something to mend"
    }
    let warnings = summary.warnings == 0 ? "" : ", \(summary.warnings) warning\(summary.warnings == 1 ? "" : "s")"
    return "\(all) file\(all == 1 ? " passes" : "s pass")\(warnings)"
  }

  private func section(of file: ValidatedFile) -> String {
    let findings = file.newFindings.filter { $0.severity >= .warning }
    let groups = findings.groups { [$0.rule, $0.finding.message] }
      .sorted { ($0.first?.severity ?? .note) > ($1.first?.severity ?? .note) }
    let rows = groups.prefix(Self.maximumRowsOfFile).compactMap { group -> [String]? in
      guard let first = group.first else { return nil }
      let places = group.prefix(3).map(\.finding.location).filter { !$0.isEmpty }.map(MarkdownText.escaped)
      let more = group.count > 3 ? ["and \(group.count - 3) more"] : []
      return [
        "\(first.severity)", MarkdownText.escaped(first.finding.message), (places + more).joined(separator: "; "),
        MarkdownText.escaped(first.remedy),
      ]
    }
    let rest = groups.count - rows.count
    return "\n### \(MarkdownText.escaped(file.input))\n\n"
      + MarkdownText.table("| What | Where | What to do", "---|---|---|---", rows)
      + (rest > 0 ? "\n… and \(rest) more\n" : "")
  }
}
