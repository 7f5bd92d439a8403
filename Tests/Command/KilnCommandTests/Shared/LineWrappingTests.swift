import KilnCommand
import KilnTestSupport
import Testing

/// Lines for terminals are cut between words.
@Suite struct LineWrappingTests {
  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    PrintedLine(escaping: text).wrapped(columns: columns).map(\.text)
  }

  @Test func wordsStayWhole() {
    #expect(
      Self.wrapped("error: a.json: the mask is drawn as one bitmap", 24)
        == ["error: a.json: the mask", "  is drawn as one bitmap"])
    #expect(Self.wrapped("short", 24) == ["short"])
    let path = String(repeating: "x", count: 60)
    #expect(Self.wrapped("see \(path) there", 24) == ["see", "  " + path, "  there"])
  }

  @Test func rowsOfTablesGoOnBelowTheirLastColumn() {
    #expect(
      Self.wrapped("  --fps <rate>  Frames per second of the result", 40)
        == ["  --fps <rate>  Frames per second of the", "                result"])
  }

  @Test func colorsTakeNoColumns() {
    let line: PrintedLine = "\u{1B}[31merror:\u{1B}[0m twelve more letters"
    #expect(line.wrapped(columns: 26) == [line])
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(Self.wrapped("note: 礼物礼物礼物 礼物礼物", 22) == ["note: 礼物礼物礼物", "  礼物礼物"])
  }

  @Test func narrowTerminalsCutThemselves() { #expect(Self.wrapped("one two three four five six", 10).count == 1) }
}
