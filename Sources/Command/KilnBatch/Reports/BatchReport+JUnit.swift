internal import KilnDiagnostics

extension BatchReport {
  /// JUnit's XML, as CI systems read it: a test case for each conversion.
  var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let counts = "tests=\"\(files.count)\" failures=\"\(summary.failed)\" errors=\"0\" skipped=\"\(summary.skipped)\""
    text += "<testsuites name=\"kiln batch\" tests=\"\(files.count)\" failures=\"\(summary.failed)\" errors=\"0\" "
    text += "time=\"\(XMLText.seconds(summary.milliseconds))\">\n"
    text += "  <testsuite name=\"kiln batch\" \(counts) time=\"\(XMLText.seconds(summary.milliseconds))\">\n"
    for file in files { text += testCase(file) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func testCase(_ file: BatchResult) -> String {
    let variant = file.variant.map { " [\($0)]" } ?? ""
    let folder = file.input.lastIndex(of: "/").map { String(file.input[..<$0]) } ?? "."
    let start =
      "    <testcase name=\"\(XMLText.escaped(file.input + variant))\" classname=\"\(XMLText.escaped(folder))\" "
      + "time=\"\(XMLText.seconds(file.milliseconds))\""
    switch file.status {
    case .converted, .upToDate: return start + "/>\n"
    case .skipped:
      return start + ">\n      <skipped message=\"\(XMLText.escaped(file.error?.message ?? ""))\"/>\n    </testcase>\n"
    case .failed:
      let error = file.error
      return start
        + ">\n      <failure message=\"\(XMLText.escaped(error?.message ?? ""))\" type=\"\(XMLText.escaped(error?.rule ?? ""))\">"
        + "\(XMLText.escaped(error?.text ?? ""))</failure>\n    </testcase>\n"
    }
  }
}
