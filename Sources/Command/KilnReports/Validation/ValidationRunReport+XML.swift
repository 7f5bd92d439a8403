internal import KilnDiagnostics

extension ValidationRunReport {
  /// Checkstyle's XML: the findings that are not in the baseline, by file.
  package var checkstyle: String {
    var text = XMLText.head + "<checkstyle version=\"4.3\">\n"
    for file in files {
      let findings = file.newFindings.filter(isListed)
      guard !findings.isEmpty else { continue }
      text += "  <file name=\"\(XMLText.escaped(path(of: file)))\">\n"
      for finding in findings {
        let column = finding.column.map { " column=\"\($0)\"" } ?? ""
        // Its own word for notes.
        let severity = finding.severity == .note ? "info" : finding.severity.rawValue
        text += "    <error line=\"\(finding.line ?? 1)\"\(column) severity=\"\(severity)\" "
        text += "message=\"\(XMLText.escaped(finding.sentences))\" source=\"kiln.\(XMLText.escaped(finding.rule))\"/>\n"
      }
      text += "  </file>\n"
    }
    return text + "</checkstyle>\n"
  }

  /// JUnit's XML: a suite for each file, and in it a case for each rule that has findings.
  package var junit: String {
    let suites = files.map { file in
      JUnitReport.Suite(name: file.input, milliseconds: file.milliseconds, cases: cases(of: file))
    }
    let time = files.reduce(0) { $0.addingClamped($1.milliseconds) }
    return JUnitReport(name: "kiln validate", milliseconds: time, suites: suites).text
  }

  /// A case for each rule that has findings in a file, or one for the file itself.
  private func cases(of file: ValidatedFile) -> [JUnitReport.Case] {
    var whole = JUnitReport.Case(name: "file", group: file.input)
    if file.status == .skipped {
      whole.skip(file.failure?.finding.message ?? "")
      return [whole]
    }
    let byRule = file.findings.filter(isListed).groups { $0.rule }
    guard !byRule.isEmpty else { return [whole] }
    return byRule.map { findings in
      let rule = findings.first?.rule ?? ""
      var testCase = JUnitReport.Case(name: rule, group: file.input)
      let failing = findings.filter { !$0.isKnown && $0.severity >= failOn }
      let others = findings.filter { $0.isKnown || $0.severity < failOn }
      if let first = failing.first {
        testCase.fail(
          first.finding.message, rule: rule, details: failing.map(\.sentences).joined(separator: "\n"))
      }
      if !others.isEmpty {
        let lines = others.map { "\($0.isKnown ? "known" : $0.severity.rawValue): \($0.sentences)" }
        testCase.content += "      <system-out>\(XMLText.escaped(lines.joined(separator: "\n")))</system-out>\n"
      }
      return testCase
    }
  }
}
