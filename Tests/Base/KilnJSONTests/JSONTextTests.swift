import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

/// Texts that are no plain JSON: other encodings, numbers in quotes, what other programs write.
@Suite struct JSONTextTests {
  // MARK: - UTF-16

  private func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      return isLittleEndian ? [low, high] : [high, low]
    }
  }

  @Test(arguments: [false, true]) func utf16IsReadByItsMark(isLittleEndian: Bool) throws {
    let bytes = utf16(#" {"nm": "é😀", "k": [1, 2]}"#, isLittleEndian: isLittleEndian)
    let root = try JSONTree(bytes).root
    #expect(root.string("nm") == "é😀" && root["k"]?.numbers == [1, 2])
    #expect(JSONText.isUTF16(bytes) && JSONText.startsWithContainer(bytes))
    #expect(try JSONTree(bytes + [0x20]).root.kind == .object)
    let unmarked = Array(bytes.dropFirst(2))
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(unmarked) } == .jsonSyntax)
  }

  @Test(arguments: [
    ("{", true), (" \n[", true), ("\u{FEFF}{", true), ("", false), ("1", false), ("x{", false), ("\u{A0}{", false),
  ])
  func containersAreToldByTheirFirstCharacter(_ text: String, _ isContainer: Bool) {
    #expect(JSONText.startsWithContainer(Array(text.utf8)) == isContainer)
  }

  // MARK: - Numbers in quotes

  private func tree(_ text: String, readsTextNumbers: Bool = true) throws -> JSONTree {
    try JSONTree(Array(text.utf8), numbers: .float, readsTextNumbers: readsTextNumbers)
  }

  @Test(arguments: [
    ("30", 30), ("-1.5", -1.5), ("+2", 2), (".5", 0.5), ("1e2", 100), (" 7 ", 7), ("1e99", 1e36), ("1e-99", 0),
  ])
  func textsAreNumbersWhereTheTreeReadsThem(_ text: String, _ number: Double) throws {
    let root = try tree(#"{"k": "\#(text)", "list": ["\#(text)", 1], "pairs": [["\#(text)", "2"], [3, "4"]]}"#).root
    #expect(root.number("k") == number && root["k"]?.number == number && root["k"]?.string == text)
    #expect(root.fields(["k"]).number(0) == number)
    #expect(root["list"]?.firstNumber == number && root["list"]?.numbers == [number, 1])
    #expect(root["list"]?.firstFourNumbers?.numbers == [number, 1, 0, 0])
    #expect(root["pairs"]?.numberPairs.map(Array.init) == [[number, 2], [3, 4]])
    #expect(try tree(#"["\#(text)"]"#, readsTextNumbers: false).root.first?.number == nil)
  }

  @Test(arguments: [
    "", " ", "a", "1a", "1 2", "0x10", "NaN", "Infinity", "inf", "1e", "-", "--1", "1.2.3", "#123", "é",
  ])
  func otherTextsAreNoNumbers(text: String) throws {
    #expect(try tree(#"["\#(text)"]"#).root.first?.number == nil)
  }

  @Test func textsThatWereReadAsNumbersAreKnown() throws {
    let tree = try tree(#"{"a": "1", "nm": "2", "k": ["3", 4, "x"]}"#)
    #expect(tree.firstTextNumber == nil && tree.textNumberCount == 0)
    for _ in 0..<2 { _ = (tree.root["k"]?.numbers, tree.root.number("a"), tree.root.string("nm")) }
    #expect(tree.firstTextNumber?.pointer == "/a" && tree.textNumberCount == 2)
  }

  // MARK: - What other programs write

  private func failure(_ text: String) -> Diagnostic? {
    thrown { () throws(Diagnostic) in try JSONTree(Array(text.utf8)) }
  }

  @Test(arguments: [
    (#"{"k": NaN}"#, "NaN is no value of JSON"), (#"[1, -Infinity]"#, "-Infinity is no value"),
    ("[None]", "None is no value"), (#"{"a": 1, // c\#n"b": 2}"#, "a comment"), ("[1 /* c */]", "a comment"),
    ("[1, ]", "a comma before the end"), (#"{"a": 1,}"#, "a comma before the end"), ("{'a': 1}", "single quotes"),
    ("[\"a\u{1}b\"]", #"the control character U+0001 (\u0001) inside a string"#),
    ("[\"a\tb\"]", #"a tab (\t) inside a string"#), ("[\"a\nb\"]", #"a line break (\n) inside a string"#),
    ("<!DOCTYPE html><p>", "an HTML page"), ("version https://git-lfs.github.com/spec/v1\noid", "a Git LFS pointer"),
    ("var animationData = {};", "a JavaScript program (“animationData”)"), ("[1", "the file ends inside an array"),
  ])
  func errorsNameWhatStandsThere(_ text: String, _ words: String) throws {
    let error = try #require(failure(text))
    #expect(error.rule == .jsonSyntax && error.message.contains(words), "\(error)")
    #expect(error.advice != nil)
  }

  @Test func errorsSayLineAndColumn() throws {
    let error = try #require(failure("{\n  \"é\": x}"))
    #expect(error.path.place == TextLocation(line: 2, column: 8))
    #expect(error.description.contains("(line 2, column 8)"))
    let nesting = String(repeating: "[", count: 300)
    #expect(failure(nesting)?.path.place == TextLocation(line: 1, column: 257))
  }
}
