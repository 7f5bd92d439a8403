internal import KilnDiagnostics

extension BatchReport {
  /// JUnit's XML: a case for each conversion.
  package var junit: String {
    let name = "kiln batch"
    let suite = JUnitReport.Suite(name: name, milliseconds: summary.milliseconds, cases: files.map(testCase))
    return JUnitReport(name: name, milliseconds: summary.milliseconds, suites: [suite]).text
  }

  private func testCase(_ file: BatchResult) -> JUnitReport.Case {
    let variant = file.variant.map { " [\($0)]" } ?? ""
    let folder = file.input.lastIndex(of: "/").map { String(file.input[..<$0]) } ?? "."
    var testCase = JUnitReport.Case(name: file.input + variant, group: folder, milliseconds: file.milliseconds)
    let error = file.error
    switch file.status {
    case .converted, .upToDate: break
    case .skipped: testCase.skip(error?.message ?? "")
    case .failed: testCase.fail(error?.message ?? "", rule: error?.rule ?? "", details: error?.text ?? "")
    }
    return testCase
  }
}
