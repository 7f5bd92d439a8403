import KilnCommand
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct ChoiceOptionTests {
  @Test func everyChoiceIsAnOption() throws {
    let help = try Command.run("convert", "--help").output
    for choice in Choice.allCases {
      let option = choice.option.split(separator: " ").first.map(String.init) ?? ""
      #expect(help.contains(option), "\(choice)")
    }
  }

  @Test func reportsAndLinesNameOptions() {
    let finding = Diagnostic(.limitExceeded, "too large", advice: "choose a smaller \(Choice.scale)")
    #expect(finding.report.text == "too large; choose a smaller --scale")
    #expect("\(finding.namingOptions)" == "too large; choose a smaller --scale")
  }
}
