import Foundation
import KilnCommand
import KilnDiagnostics
import Testing

/// What is printed of texts that files and arguments hold.
@Suite struct PrintedLineTests {
  @Test(arguments: [
    ("plain “ü” 👩‍👩‍👧 ✓", "plain “ü” 👩‍👩‍👧 ✓"), ("C:\\new", "C:\\new"), ("a\u{1B}[31mb", "a\\u001B[31mb"),
    ("a\r\nb\tc\0", "a\\r\\nb\\tc\\u0000"), ("\u{7F}\u{85}\u{9B}31m", "\\u007F\\u0085\\u009B31m"),
    ("\u{202E}a\u{2069}\u{200F}\u{61C}", "\\u202Ea\\u2069\\u200F\\u061C"), ("a\u{2028}b\u{2029}", "a\\u2028b\\u2029"),
  ])
  func whatSteersATerminalIsEscaped(_ text: String, _ printed: String) {
    #expect(text.printable == printed)
    #expect(text.printable.printable == printed)
  }

  @Test func onlyLiteralsAreTheCommandsOwn() {
    let name = "a\nb\u{1B}[2K"
    let label: PrintedLine = "\u{1B}[31merror:\u{1B}[0m"
    let line: PrintedLine = "\(label) \(name): \(12) bytes"
    #expect(line.text == "\u{1B}[31merror:\u{1B}[0m a\\nb\\u001B[2K: 12 bytes")
    #expect(PrintedLine(escaping: name).text == "a\\nb\\u001B[2K")
  }

  @Test(arguments: [
    ("::error::x", "\\u003A:error::x"), ("  ::error::x", "  \\u003A:error::x"), ("\u{A0}::x", "\u{A0}\\u003A:x"),
    ("::\u{301}error::x", "\\u003A:\u{301}error::x"), ("a ##[error]x", "a ##\\u005Berror]x"),
    ("###[\u{301}x]", "###\\u005B\u{301}x]"), ("a ::error::x", "a ::error::x"), ("#[x] :x", "#[x] :x"),
  ])
  func linesAreNoCommandsOfACISystem(_ text: String, _ printed: String) {
    #expect(PrintedLine(escaping: text).text == printed)
    let line: PrintedLine = "\(text)  12 bytes"
    #expect(line.text == printed + "  12 bytes")
  }

  @Test func aCommandMayBeginALineAndNoMore() {
    let command = PrintedLine(gitHubCommand: "::error file=a::b")
    #expect(command.text == "::error file=a::b")
    let wrapped: PrintedLine = "\(command)"
    #expect(wrapped.text == command.text)
    let inside: PrintedLine = "\(":")\(":error::x")"
    #expect(inside.text == "\\u003A:error::x")
  }

  @Test func jsonIsTheSameToReaders() throws {
    let text = "\u{202E}a\u{7F}\u{85}\u{2028}##[x] “ü” \u{1F600}\u{200F}\\"
    let encoded = Array(try JSONEncoder().encode([text]))
    let printed = PrintableJSON.printable(encoded)
    #expect(printed != encoded)
    #expect(try JSONDecoder().decode([String].self, from: Data(printed)) == [text])
    let shown = String(decoding: printed, as: UTF8.self)
    #expect(shown.hasPrefix(#"["\u202Ea\u007F\u0085\u2028##\u005Bx] “ü” 😀\u200F\\"]"#), "\(shown)")
    #expect(PrintableJSON.printable(Array("{\n  \"a\": 1\n}".utf8)) == Array("{\n  \"a\": 1\n}".utf8))
  }

  @Test func argumentsStayInTheirLines() {
    let argument = "--x\n::error::y\u{1B}"
    let message = "Error: Unknown option '\(argument)'\nUsage: kiln"
    #expect(
      UsageAdvice.lines(of: message, ["convert", argument]).map(\.text)
        == ["Error: Unknown option '--x\\n::error::y\\u001B'", "Usage: kiln"])
  }
}
