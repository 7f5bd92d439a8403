internal import KilnDiagnostics

extension BatchReport {
  /// Most rows of a table; a comment on a pull request holds 65,536 characters.
  private static let maximumRows = 100

  /// A table of sums, what failed, and what was found: for a comment on a pull request.
  var markdown: String {
    var text =
      "## Kiln: \(summary.converted.addingClamped(summary.upToDate)) of \(max(0, summary.planned - summary.skipped)) converted"
    text += summary.failed > 0 ? ", \(summary.failed) failed\n\n" : "\n\n"
    text += "| Files | In | Out | Decoded | Time |\n|--:|--:|--:|--:|--:|\n"
    text += "| \(summary.converted) | \(ByteCount(summary.inputBytes)) | \(ByteCount(summary.outputBytes)) "
    text += "| \(ByteCount(summary.decodedBytes)) | \(seconds(summary.milliseconds)) |\n"
    text += failures + findings
    return text
  }

  private var failures: String {
    let failed = files.filter { $0.status == .failed }
    guard !failed.isEmpty else { return "" }
    let rows = failed.prefix(Self.maximumRows).map { file in
      "| \(MarkdownText.escaped(file.input)) | \(MarkdownText.escaped(file.error?.rule ?? "")) | \(MarkdownText.escaped(file.error?.text ?? "")) |\n"
    }
    return "\n### Failed\n\n| File | Rule | Why |\n|---|---|---|\n" + rows.joined() + rest(failed.count)
  }

  private var findings: String {
    guard !summary.rules.counts.isEmpty else { return "" }
    let rows = summary.rules.counts.map { "| \(MarkdownText.escaped($0.rule)) | \($0.severity) | \($0.count) |\n" }
    return "\n### Findings\n\n| Rule | Severity | Number |\n|---|---|--:|\n" + rows.joined()
  }

  private func rest(_ count: Int) -> String {
    count > Self.maximumRows ? "\n… and \(count - Self.maximumRows) more\n" : ""
  }
}

/// `0.4 s`, `12 s`.
func seconds(_ milliseconds: Int) -> String {
  let tenths = milliseconds.addingClamped(50) / 100
  return tenths >= 1000 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}
