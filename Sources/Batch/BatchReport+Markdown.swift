internal import Diagnostics

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
      "| \(cell(file.input)) | \(cell(file.error?.rule ?? "")) | \(cell(file.error?.text ?? "")) |\n"
    }
    return "\n### Failed\n\n| File | Rule | Why |\n|---|---|---|\n" + rows.joined() + rest(failed.count)
  }

  private var findings: String {
    guard !summary.rules.counts.isEmpty else { return "" }
    let rows = summary.rules.counts.map { "| \(cell($0.rule)) | \($0.severity) | \($0.count) |\n" }
    return "\n### Findings\n\n| Rule | Severity | Number |\n|---|---|--:|\n" + rows.joined()
  }

  private func rest(_ count: Int) -> String {
    count > Self.maximumRows ? "\n… and \(count - Self.maximumRows) more\n" : ""
  }

  /// Text that cannot end a cell, begin markup or HTML, or name anybody.
  private func cell(_ text: String) -> String {
    // By scalars: as a character, a sign with an accent would be another.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "&": escaped += "&amp;".unicodeScalars
      case "@": escaped += "&#64;".unicodeScalars
      case "|", "\\", "`", "*", "_", "[", "]", "#", "!": escaped += ["\\", scalar]
      case _ where scalar.value < 0x20 || [0x85, 0x2028, 0x2029].contains(scalar.value): escaped.append(" ")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

/// `0.4 s`, `12 s`.
func seconds(_ milliseconds: Int) -> String {
  let tenths = milliseconds.addingClamped(50) / 100
  return tenths >= 1000 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}
