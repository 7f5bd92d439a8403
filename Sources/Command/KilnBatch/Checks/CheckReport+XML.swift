internal import KilnDiagnostics

extension CheckReport {
  /// Checkstyle's XML: the findings that are not in the baseline, by file.
  var checkstyle: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    for file in files where !file.newFindings.isEmpty {
      text += "  <file name=\"\(XMLText.escaped(path(of: file)))\">\n"
      for finding in file.newFindings {
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
  var junit: String {
    let suites = files.map { file in (file, cases(of: file)) }
    let count = suites.reduce(0) { $0 + $1.1.count }
    let failures = suites.reduce(0) { $0 + $1.1.count { $0.isFailure } }
    let time = files.reduce(0) { $0.addingClamped($1.milliseconds) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"kiln validate\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"0\" "
    text += "time=\"\(XMLText.seconds(time))\">\n"
    for (file, cases) in suites {
      let skipped = file.status == .skipped ? 1 : 0
      text += "  <testsuite name=\"\(XMLText.escaped(file.input))\" tests=\"\(cases.count)\" "
      text += "failures=\"\(cases.count { $0.isFailure })\" errors=\"0\" skipped=\"\(skipped)\" "
      text += "time=\"\(XMLText.seconds(file.milliseconds))\">\n"
      text += cases.map { $0.text(of: file) }.joined()
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// A rule that has findings in a file, or the file itself.
  private struct Case {
    var name: String
    var isFailure = false
    /// XML inside the element.
    var content = ""

    func text(of file: CheckedFile) -> String {
      let start =
        "    <testcase name=\"\(XMLText.escaped(name))\" classname=\"\(XMLText.escaped(file.input))\" "
        + "time=\"0.000\""
      return content.isEmpty ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n"
    }
  }

  private func cases(of file: CheckedFile) -> [Case] {
    if file.status == .skipped {
      let message = XMLText.escaped(file.failure?.finding.message ?? "")
      return [Case(name: "file", content: "      <skipped message=\"\(message)\"/>\n")]
    }
    let byRule = file.findings.groups { $0.rule }
    guard !byRule.isEmpty else { return [Case(name: "file")] }
    return byRule.map { findings in
      let rule = findings.first?.rule ?? ""
      let failing = findings.filter { !$0.isKnown && $0.severity >= failOn }
      let others = findings.filter { $0.isKnown || $0.severity < failOn }
      var content = ""
      if let first = failing.first {
        content +=
          "      <failure message=\"\(XMLText.escaped(first.finding.message))\" type=\"\(XMLText.escaped(rule))\">"
        content += XMLText.escaped(failing.map(\.sentences).joined(separator: "\n")) + "</failure>\n"
      }
      if !others.isEmpty {
        let lines = others.map { "\($0.isKnown ? "known" : $0.severity.rawValue): \($0.sentences)" }
        content += "      <system-out>\(XMLText.escaped(lines.joined(separator: "\n")))</system-out>\n"
      }
      return Case(name: rule, isFailure: !failing.isEmpty, content: content)
    }
  }
}
