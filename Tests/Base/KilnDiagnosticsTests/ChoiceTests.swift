import KilnDiagnostics
import Testing

@Suite struct ChoiceTests {
  private func advice(_ text: String?) -> String? {
    Diagnostic(.limitExceeded, "`scale` is too large", advice: text).naming { "--\($0.rawValue)" }.advice
  }

  @Test func choicesGetTheNamesOfAProgram() {
    #expect(advice("choose a smaller \(Choice.scale) or \(Choice.width)") == "choose a smaller --scale or --width")
    #expect(advice("\(Choice.bytes)") == "--budget.bytes")
    #expect(advice(nil) == nil)
  }

  @Test(arguments: ["make it smaller", "`ulimit -a` prints them", "a ` tick", "`", "``", "`a` `b"])
  func otherTextsStayAsTheyAre(_ text: String) {
    #expect(advice(text) == text)
    #expect(advice(text + " \(Choice.scale)") == text + " --scale")
  }

  @Test func messagesMayHoldNamesOfFiles() {
    #expect(Diagnostic(.limitExceeded, "`scale` is too large").naming { _ in "" }.message == "`scale` is too large")
  }
}
