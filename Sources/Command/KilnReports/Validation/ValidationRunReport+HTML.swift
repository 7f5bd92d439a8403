internal import KilnDiagnostics
internal import Kiln

extension ValidationRunReport {
  /// The report as one page: for each file a contact sheet, its findings with the layers outlined where they show best,
  /// and its images.
  package var html: String {
    HTMLPage(
      headline: headline, kiln: kiln, style: PackageResources.validation_css,
      header: totals + verdict + HTMLPage.rules(summary.rules),
      filters: [("failed", "To mend"), ("finding", "With findings"), ("clean", "Without")],
      orders: [
        ("worst", "Worst first"), ("order", "Name"), ("findings", "Findings"), ("size", "Size"), ("memory", "Memory"),
      ],
      cards: worstFirst.enumerated().map {
        ValidationCard(file: $1.file, order: $1.order, rank: $0, failOn: failOn).text
      }
    ).text
  }

  /// The files with their positions in the report: those with most errors first, then those with most warnings.
  var worstFirst: [(order: Int, file: ValidatedFile)] {
    files.worstFirst { file in [file.status == .skipped ? 0 : 1] + [.error, .warning, .note].map(file.count) }
  }

  /// What the exit code was, why, and how findings are accepted.
  private var verdict: String {
    let failing =
      switch failOn {
      case .error: "Errors"
      case .warning: "Errors and warnings"
      case .note: "Errors, warnings and notes"
      }
    let code = summary.exitCode(failOn: failOn)
    let reason = summary.failed == 0 ? "" : ", because \(summary.checked == 0 ? "no" : "not every") file can be read"
    var text = "\(failing) fail (<code>--fail-on \(failOn)</code>): the exit code is \(code)\(reason)."
    if summary.hasFailingFindings(failOn: failOn) {
      text +=
        " <code>--rule ID=off</code> accepts the findings of a rule, <code>--write-baseline FILE</code> all that there "
        + "are now, if <code>--baseline FILE</code> names them from then on."
    }
    return "<p>\(text)</p>"
  }

  private var totals: String {
    var items = [
      ("", "Files", "\(summary.checked + summary.failed)"), ("", "Without findings", "\(summary.clean)"),
      (summary.errors > 0 ? "failed" : "", "Errors", "\(summary.errors)"), ("", "Warnings", "\(summary.warnings)"),
      ("", "Notes", "\(summary.notes)"),
    ]
    if summary.known > 0 { items.append(("", "Known", "\(summary.known)")) }
    if summary.skipped > 0 { items.append(("", "Skipped", "\(summary.skipped)")) }
    if summary.unfinished > 0 { items.append(("failed", "Not finished", "\(summary.unfinished)")) }
    return HTMLPage.totals(items.map { (name: $0.0, label: $0.1, value: $0.2) })
  }
}
