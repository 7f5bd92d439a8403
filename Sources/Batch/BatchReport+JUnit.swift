internal import Diagnostics

extension BatchReport {
  /// JUnit's XML, as CI systems read it: a test case for each conversion.
  var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let counts = "tests=\"\(files.count)\" failures=\"\(summary.failed)\" errors=\"0\" skipped=\"\(summary.skipped)\""
    text += "<testsuites name=\"kiln batch\" tests=\"\(files.count)\" failures=\"\(summary.failed)\" errors=\"0\" "
    text += "time=\"\(decimal(summary.milliseconds))\">\n"
    text += "  <testsuite name=\"kiln batch\" \(counts) time=\"\(decimal(summary.milliseconds))\">\n"
    for file in files { text += testCase(file) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func testCase(_ file: BatchResult) -> String {
    let variant = file.variant.map { " [\($0)]" } ?? ""
    let folder = file.input.lastIndex(of: "/").map { String(file.input[..<$0]) } ?? "."
    let start =
      "    <testcase name=\"\(escaped(file.input + variant))\" classname=\"\(escaped(folder))\" "
      + "time=\"\(decimal(file.milliseconds))\""
    switch file.status {
    case .converted, .upToDate: return start + "/>\n"
    case .skipped:
      return start + ">\n      <skipped message=\"\(escaped(file.error?.message ?? ""))\"/>\n    </testcase>\n"
    case .failed:
      let error = file.error
      return start
        + ">\n      <failure message=\"\(escaped(error?.message ?? ""))\" type=\"\(escaped(error?.rule ?? ""))\">"
        + "\(escaped(error?.text ?? ""))</failure>\n    </testcase>\n"
    }
  }

  private func decimal(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Text for attributes and elements. Characters that XML 1.0 cannot hold become U+FFFD.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
