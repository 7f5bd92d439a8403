import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

@Suite struct JSONEditsTests {
  /// A document after edits that a closure makes.
  private func edited(_ text: String, _ body: (inout JSONEdits, JSONValue) throws -> Void) throws -> String {
    let tree = try JSONTree(Array(text.utf8))
    var edits = JSONEdits(tree)
    try body(&edits, tree.root)
    return String(decoding: edits.applied(), as: UTF8.self)
  }

  /// Spaces, numbers as they are written, escapes, duplicates, and a byte order mark.
  private static let odd =
    "\u{FEFF}\n{ \"a\" : 1.50 ,\t\"b\":[ ], \"\\u0061x\":-0.0e+1, \"a\":{\"k\":[1,[2 , 3]] } , \"ü\":\"\\ud83d\\ude00/\\/\"}\n "

  @Test func withoutEditsAllBytesStay() throws {
    #expect(try edited(Self.odd) { _, _ in } == Self.odd)
  }

  @Test func everyValueReplacedByItselfGivesTheSameBytes() throws {
    let text = Self.odd
    #expect(
      try edited(text) { edits, root in
        func replace(_ value: JSONValue) {
          edits.replace(value, by: value.source)
          for child in value.children { replace(child) }
        }
        for child in root.children { replace(child) }
      } == text)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2,"c":3}"#, ["a"], #"{"b":2,"c":3}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["b"], #"{"a":1,"c":3}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["c"], #"{"a":1,"b":2}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["a", "b"], #"{"c":3}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["b", "c"], #"{"a":1}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["a", "c"], #"{"b":2}"#),
    (#"{"a":1,"b":2,"c":3}"#, ["a", "b", "c"], "{}"),
    ("{ \"a\" : 1 ,\n  \"b\" : [2] ,\n  \"c\" : 3 }", ["b"], "{ \"a\" : 1 ,\n  \"c\" : 3 }"),
    ("{ \"a\" : 1 ,\n  \"b\" : [2] }", ["a"], "{ \"b\" : [2] }"),
    ("{\"a\":{\"b\":1},\"\\u0062\":2,\"b\" :\n3}", ["b"], "{\"a\":{\"b\":1}}"),
  ])
  func membersAreRemovedWithTheirCommas(_ text: String, _ names: [String], _ expected: String) throws {
    #expect(
      try edited(text) { edits, root in
        for child in root.children where names.contains(child.key ?? "") { edits.remove(child) }
      } == expected)
  }

  @Test func elementsAreRemovedWithTheirCommas() throws {
    for mask in 0..<16 {
      let kept = (0..<4).filter { mask & 1 << $0 == 0 }.map { "[\($0)]" }.joined(separator: ",")
      #expect(
        try edited("[[0],[1],[2],[3]]") { edits, root in
          for (position, child) in root.children.enumerated() where mask & 1 << position != 0 { edits.remove(child) }
        } == "[\(kept)]")
    }
  }

  @Test func removalsOfOneNameTakeAllDuplicates() throws {
    var count = 0
    let text = try edited(#"{"n":1,"nm":"x","n":[2],"n":{"n":3}}"#) { edits, root in
      count = edits.removeMembers("n", of: root)
    }
    #expect(count == 3)
    #expect(text == #"{"nm":"x"}"#)
  }

  @Test func membersAreAddedInFront() throws {
    func added(_ text: String, removing: Bool = false) throws -> String {
      try edited(text) { edits, root in
        edits.addMember("ind", "5", to: root)
        if removing { for child in root.children { edits.remove(child) } }
      }
    }
    #expect(try added(#"{"a":1}"#) == #"{"ind":5,"a":1}"#)
    #expect(try added("{}") == #"{"ind":5}"#)
    #expect(try added("{ }") == #"{"ind":5 }"#)
    #expect(try added(#"{"a":1}"#, removing: true) == #"{"ind":5}"#)
  }

  @Test func editsInsideWhatIsRemovedOrReplacedHaveNoEffect() throws {
    let text = try edited(#"{"a":{"b":[1,2]},"c":[3,4]}"#) { edits, root in
      let (a, c) = (try #require(root["a"]), try #require(root["c"]))
      edits.remove(a)
      edits.replace(try #require(a["b"]?.first), by: "9")
      edits.addMember("x", "1", to: a)
      edits.replace(c, by: "true")
      edits.remove(try #require(c.first))
    }
    #expect(text == #"{"c":true}"#)
  }

  @Test func equalObjectsAreEditedEachForItself() throws {
    // The parser copies repeated objects instead of reading them again.
    let item = #"{"ty":"fl","nm":"Fill","mn":"ADBE Vector Graphic - Fill","o":{"a":0,"k":100,"ix":5},"r":1,"bm":0}"#
    let text = "[" + Array(repeating: item, count: 9).joined(separator: ",") + "]"
    let result = try edited(text) { edits, root in
      for (position, child) in root.children.enumerated() {
        edits.removeMembers("mn", of: child)
        if position == 4, let opacity = child["o"] { edits.removeMembers("ix", of: opacity) }
      }
    }
    let plain = item.replacing(#""mn":"ADBE Vector Graphic - Fill","#, with: "")
    let items = (0..<9).map { $0 == 4 ? plain.replacing(#","ix":5"#, with: "") : plain }
    #expect(result == "[" + items.joined(separator: ",") + "]")
  }

  @Test func compactBytesKeepStringsAsTheyAre() throws {
    let text = "\u{FEFF}{ \"a b\" : [ 1 ,\r\n\t2 ] , \"c\\\" \" : \" \\\\\" }\n"
    #expect(
      String(decoding: try JSONTree(Array(text.utf8)).compactBytes, as: UTF8.self) == #"{"a b":[1,2],"c\" ":" \\"}"#)
  }

  @Test(arguments: [
    (1.23456, 3, "1.235"), (-0.0004, 3, "0"), (0.0005, 3, "0.001"), (-12.5, 3, "-12.5"), (100, 3, "100"),
    (1e-7, 4, "0"),
    (15.0000006109625, 4, "15"), (0.05, 2, "0.05"), (-0.05, 1, "-0.1"), (1234567.891, 2, "1234567.89"), (0, 0, "0"),
  ])
  func numbersAreWrittenShort(_ number: Double, _ decimals: Int, _ expected: String) {
    #expect(JSONNumberText.rounded(number, decimals: decimals) == expected)
  }

  @Test func numbersWithoutExactDecimalsAreNotRounded() {
    for number in [1e300, -1e16, .infinity, .nan] { #expect(JSONNumberText.rounded(number, decimals: 3) == nil) }
  }

  @Test func stringsAreQuoted() {
    #expect(JSONText.quoted("a\"\\\n\u{1}ü") == "\"a\\\"\\\\\\n\\u0001ü\"")
  }
}
