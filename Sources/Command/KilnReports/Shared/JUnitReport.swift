/// JUnit's XML, as CI systems read it.
struct JUnitReport {
  /// A test case: the element `testcase`.
  struct Case {
    var name: String
    /// Value of `classname`, by which CI systems group cases.
    var group: String
    var milliseconds = 0
    var isFailure = false
    var isSkipped = false
    /// Lines of XML inside the element.
    var content = ""

    /// Marks the case as skipped, with the reason.
    mutating func skip(_ message: String) {
      isSkipped = true
      content += "      <skipped message=\"\(XMLText.escaped(message))\"/>\n"
    }

    /// Lets the case fail.
    mutating func fail(_ message: String, rule: String, details: String) {
      isFailure = true
      content +=
        "      <failure message=\"\(XMLText.escaped(message))\" type=\"\(XMLText.escaped(rule))\">"
        + "\(XMLText.escaped(details))</failure>\n"
    }

    fileprivate var text: String {
      let start =
        "    <testcase name=\"\(XMLText.escaped(name))\" classname=\"\(XMLText.escaped(group))\" "
        + "time=\"\(XMLText.seconds(milliseconds))\""
      return content.isEmpty ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n"
    }
  }

  /// An element `testsuite`.
  struct Suite {
    var name: String
    var milliseconds: Int
    var cases: [Case]

    fileprivate var text: String {
      let skipped = cases.count(where: \.isSkipped)
      return "  <testsuite name=\"\(XMLText.escaped(name))\" tests=\"\(cases.count)\" "
        + "failures=\"\(cases.count(where: \.isFailure))\" errors=\"0\" skipped=\"\(skipped)\" "
        + "time=\"\(XMLText.seconds(milliseconds))\">\n" + cases.map(\.text).joined() + "  </testsuite>\n"
    }
  }

  /// Name of the command.
  var name: String
  var milliseconds: Int
  var suites: [Suite]

  /// The file.
  var text: String {
    let cases = suites.flatMap(\.cases)
    return XMLText.head + "<testsuites name=\"\(name)\" tests=\"\(cases.count)\" "
      + "failures=\"\(cases.count(where: \.isFailure))\" errors=\"0\" time=\"\(XMLText.seconds(milliseconds))\">\n"
      + suites.map(\.text).joined() + "</testsuites>\n"
  }
}
