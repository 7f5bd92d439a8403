import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

@Suite struct JSONGrammarTests {
  private func rule(_ text: String) -> Rule? { rule(Array(text.utf8)) }
  private func rule(_ bytes: [UInt8]) -> Rule? { thrownRule { () throws(Diagnostic) in try JSONTree(bytes) } }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.5e-3", "1E+2", "\"\"", "[]", "{}", " \t\r\n[ 1 , 2 ] \n", "[[],{}]",
    #"{"":""}"#, #"{"a":{"b":[{}]}}"#, #""\"\\\/\b\f\n\r\t\u00e4""#, "\"\u{7F}é😀\"", "[0,0.0,0e0]",
  ]) func acceptsWhatTheStandardAllows(text: String) { #expect(rule(text) == nil) }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "a", "[1,]", "[,1]", "[,]",
    "[1 2]", "[1,,2]", "[", "]", "[1}", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:1}",
    "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "1 2", "[] []", "{}x", "// c\n1", "/* c */1", "[1 /* c */]",
    "# c\n1",
    "01", "-01", "00", "1.", ".5", "-.5", "+1", "-", "--1", "- 1", "1e", "1e+", "1e-", "1.e1", "1e1.5", "0x10", "1_000",
    "1,5", "\"a", "\"\\", "\"\\x\"", "\"\\'\"", "\"\\\n\"", "\"\\u12\"", "\"\\u123g\"", "\"\\u+123\"", "\"\\U0041\"",
    "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\u{C}1", "\u{A0}1", "[1]\u{0}", "\"a\" \"b\"", "tru", "[true,fals]",
  ]) func rejectsWhatTheStandardDoes(text: String) { #expect(rule(text) == .jsonSyntax) }

  @Test func byteOrderMarkIsSkippedAtTheStartOnly() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try JSONTree(mark + Array("7".utf8)).root.number == 7)
    #expect(rule(mark + mark + Array("7".utf8)) == .jsonSyntax && rule(mark) == .jsonSyntax)
    #expect(try JSONTree([0xFF, 0xFE, 0x37, 0x00]).root.number == 7)
  }

  @Test(arguments: 0..<0x20) func controlCharactersInStringsAreRejected(byte: Int) {
    #expect(rule([0x22, UInt8(byte), 0x22]) == .jsonSyntax)
    #expect(rule([0x22, 0x5C, UInt8(byte), 0x22]) == .jsonSyntax)
  }

  // Long strings and spaces are read eight bytes at a time.
  @Test(arguments: 0..<40) func longStringsAreReadToTheEnd(length: Int) throws {
    let text = String(repeating: "a", count: length)
    #expect(try JSONTree(Array("[\"\(text)é\",\"\(text)\"]".utf8)).root.first?.string == text + "é")
    #expect(try JSONTree(Array("\"\(text)\\n\(text)\"".utf8)).root.string == text + "\n" + text)
    #expect(rule("\"\(text)\u{1F}\(text)\"") == .jsonSyntax && rule("\"\(text)") == .jsonSyntax)
    let space = String(repeating: " ", count: length)
    #expect(try JSONTree(Array("[\n\(space)1,\(space)\n2]\(space)".utf8)).root.numbers == [1, 2])
    #expect(rule("[1,\(space)\u{B}2]") == .jsonSyntax)
  }

  @Test(arguments: 1..<20) func namesOfAnyLengthAreFound(length: Int) throws {
    let name = String(repeating: "n", count: length)
    let object = try JSONTree(Array("{\"x\":0,\"\(name)\":1,\"\(name)n\":2,\"\(name)\":3,\"\\u006e\(name)n\":4}".utf8))
      .root
    #expect(object.member(named: name)?.number == 3 && object.member(named: name + "n")?.number == 2)
    #expect(object.member(named: name + "nn")?.number == 4 && object.member(named: name + "nnn") == nil)
    #expect(object.children.map(\.key) == ["x", name, name + "n", name, name + "nn"])
  }

  @Test func errorNamesTheByte() {
    let places = [
      "[1,x]": 3, "[[1,2],[3,4}]": 11, "[[1,2][3,4]]": 6, "[[1,2],": 7, "  ": 2, "{\"a\":01}": 7, "\"abc": 0,
      "[1] 2": 4,
    ]
    for (text, place) in places {
      let error = thrown { () throws(Diagnostic) in try JSONTree(Array(text.utf8)) }
      #expect(error?.path.byteOffset == place, "\(text)")
    }
  }

  @Test func nestingIsLimited() throws {
    var limits = Limits()
    limits.nesting = 5
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(nested(5), limits: limits) } == nil)
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(nested(6), limits: limits) } == .limitExceeded)
    #expect(rule(String(repeating: "{\"a\":", count: 300_000)) == .limitExceeded)
    limits.nesting = 1
    let pair = Array("[[1,2]]".utf8)
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(pair, limits: limits) } == .limitExceeded)
    // Nesting costs no call stack.
    limits.nesting = 1_000_000
    let deep = try JSONTree(nested(200_000), limits: limits)
    #expect(deep.root.count == 1)
  }

  @Test func sizeIsLimited() {
    var limits = Limits()
    limits.inputBytes = 3
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(Array("[1]".utf8), limits: limits) } == nil)
    #expect(thrownRule { () throws(Diagnostic) in try JSONTree(Array("[12]".utf8), limits: limits) } == .limitExceeded)
  }

  @Test func randomMutationsNeverTrap() {
    let valid = Array(
      #"{"v":"5.7","fr":30,"layers":[{"ty":4,"nm":"a\u00e4\ud83d\ude00\n","ks":{"o":{"a":0,"k":[1e3,-2.50,true,null]}}}]}"#
        .utf8)
    var random = SplitMix64(seed: 16)
    let interesting = Array("{}[]\",:\\u0e-+.tfn \n".utf8)
    var accepted = 0
    for _ in 0..<4000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] = interesting.randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: place)
        default: bytes.insert(interesting.randomElement(using: &random) ?? 0, at: place)
        }
      }
      if case .success(let tree) = Result(catching: { try JSONTree(bytes) }) {
        accepted += 1
        visit(tree.root)
      }
    }
    #expect(accepted > 200)
  }

  /// Asks everything that can be asked.
  private func visit(_ value: JSONValue) {
    _ = (value.string, value.key, value.number, value.integer, value.bool, value.isTruthy, value.numbers, value.first)
    #expect(value.count == Array(value.children).count)
    for child in value.children { visit(child) }
  }
}
