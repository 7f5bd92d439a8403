import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

@Suite struct JSONValueTests {
  private func root(_ text: String) throws -> JSONValue { try JSONTree(Array(text.utf8)).root }

  @Test func sourceIsTheValueAsItStandsInTheFile() throws {
    let values = try root(#"[ -1.5E+3,true ,"a\"]",null,[1, {}] ,7]"#).children
    let sources = values.map { String(decoding: $0.source, as: UTF8.self) }
    #expect(sources == ["-1.5E+3", "true", #""a\"]""#, "null", "[1, {}]", "7"])
    #expect(try root("12").source.elementsEqual("12".utf8))
  }

  @Test(arguments: [
    (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041\u00e4\u20AC""#, "Aä€"),
    (#""\ud83d\ude00!""#, "😀!"), (#""\uD83D\uDE00""#, "😀"), (#""\u0000""#, "\0"),
    // Surrogates that are no pair.
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    ("\"plain ä😀\"", "plain ä😀"),
  ]) func escapesAreResolved(text: String, expected: String) throws {
    #expect(try root(text).string.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }

  @Test func bytesThatAreNotUnicodeAreReplaced() throws {
    let tree = try JSONTree([0x22, 0xFF, 0x61, 0xC3, 0x22])
    #expect(tree.root.string == "\u{FFFD}a\u{FFFD}")
  }

  @Test func pairsAreTheFirstTwoNumbersOfEachElement() throws {
    let pairs = try root(#"[[1,2],[3],[],[4,"x",9],[[7],5],6,{"a":8}]"#).numberPairs.map(Array.init)
    #expect(pairs == [[1, 2], [3, 0], [0, 0], [4, 0], [0, 5], [0, 0], [8, 0]])
    #expect(try root("{}").numberPairs == nil)
    #expect(try root("[]").numberPairs.map(Array.init) == [])
  }

  /// Pairs of numbers are read by a path of their own, from which anything else must find the way back.
  @Test(arguments: [
    "[[1,2],[3,-4.5]]", "[[1,2], [3,4] ,\n[5,6]]", "[[1,2],[3,4,5],[6,7]]", "[[1,2],[3],[],[6,7]]", "[[1,2],3,[4,5]]",
    "[[1,2],[3,null],[6,7]]", "[[1 ,2],[3, 4],[6,7 ]]", "[[1e1,2],[3,12345678901234567890]]", "[[[1,2],[3,4]],[5,6]]",
    "[[1,2],{\"a\":[[1,2]]}]",
  ]) func pairsStandInTheFileAsAllElse(text: String) throws {
    func written(_ value: JSONValue) -> String {
      switch value.kind {
      case .array: "[" + value.children.map(written).joined(separator: ",") + "]"
      case .object: "{" + value.children.map { "\"\($0.key ?? "")\":" + written($0) }.joined(separator: ",") + "}"
      default: String(decoding: value.source, as: UTF8.self)
      }
    }
    #expect(try written(root(text)) == text.filter { !$0.isWhitespace })
    let first = try #require(root(text).first)
    #expect(String(decoding: first.source, as: UTF8.self) == text.dropFirst().prefix(first.source.count))
  }

  @Test func objectsAreFoundByTheirStrings() throws {
    let tree = try JSONTree(Array(#"[{"x":"a","k":{"x":"b"}},{"x":1},["x"],{"x":"c","x":2},{"y":{"x":"d"}}]"#.utf8))
    func found(inside index: Int) -> [String?] {
      tree.objects(withString: "x", inside: index).map { $0["x"]?.string }
    }
    #expect(found(inside: 0) == ["a", "b", "d"])
    #expect(found(inside: tree.root[0]?["k"]?.index ?? 0) == ["b"])
    #expect(found(inside: tree.root[1]?.index ?? 0) == [])
  }

  @Test func lastOfSeveralMembersCounts() throws {
    let value = try root(#"{"a":1,"b":2,"a":{"a":9},"c":3,"\u0061":4}"#)
    #expect(value["a"]?.number == 4 && value["b"]?.number == 2)
    #expect(try root(#"{"a":1,"b":2,"a":{"a":9}}"#)["a"]?["a"]?.number == 9)
  }

  /// Names of all lengths around the eight bytes that are packed into a word.
  @Test func longNamesAreCompared() throws {
    let names = (0...20).flatMap { length in
      ["", "x", "y"].map { String(repeating: "k", count: length) + $0 }
    }
    let distinct = Array(Set(names)).sorted()
    let value = try root("{" + distinct.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}")
    for (index, name) in distinct.enumerated() { #expect(value.member(named: name)?.integer == index) }
    #expect(value["kkkkkkkkz"] == nil && value["kkkkkkkkkkkkkkkkkkkkkkkkk"] == nil)
  }

  @Test func namesWithEscapesAreFoundByWhatTheyMean() throws {
    let value = try root(#"{"l\u0061yers":1,"a very long n\u0061me":2,"a\"b":3,"\ud83d\ude00":4,"b\\u0061":5}"#)
    #expect(value["layers"]?.integer == 1 && value["a very long name"]?.integer == 2)
    #expect(value["a\"b"]?.integer == 3 && value["😀"]?.integer == 4 && value["b\\u0061"]?.integer == 5)
    #expect(value.children.map(\.key) == ["layers", "a very long name", "a\"b", "😀", "b\\u0061"])
    #expect(value.member(named: #"l\u0061yers"#) == nil && value["ba"] == nil)
  }

  @Test func emptyNameIsAName() throws {
    #expect(try root(#"{"":1}"#)[""]?.integer == 1)
    #expect(try root(#"{"a":1}"#)[""] == nil)
  }

  @Test func otherKindsAreNil() throws {
    let value = try root(#"[null,true,1,"s",[5,"x",null],{"a":1}]"#)
    #expect(value.children.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
    #expect(value.children.map(\.isTruthy) == [false, true, true, true, true, true])
    #expect(try root(#"[false,0,-0,"",[],{}]"#).children.map(\.isTruthy) == [false, false, false, false, true, true])
    #expect(value[1]?.bool == true && value[2]?.bool == nil && value[1]?.number == nil && value[3]?.number == nil)
    #expect(value[4]?.numbers == [5, 0, 0] && value[5]?.numbers == nil && value[2]?.string == nil)
    #expect(value[6] == nil && value[-1] == nil && value[5]?[0] == nil && value["a"] == nil && value[5]?.first == nil)
    #expect(value.first?.kind == .null && value[4]?.first?.number == 5 && value.key == nil && value[4]?.count == 3)
    #expect(value[3]?.count == 0 && value[3]?.first == nil)
  }

  @Test func pointerOfEveryValueLeadsBackToIt() throws {
    var random = SplitMix64(seed: 18)
    func document(_ depth: Int) -> String {
      let names = ["a", "", "a/b", "m~n", "~1", "0", "a very long name", "ä", "~\u{301}", "/\u{301}"]
      switch depth == 0 ? 0 : random.next() % 3 {
      case 0: return "\(random.next() % 10)"
      case 1: return "[" + (0..<random.next() % 5).map { _ in document(depth - 1) }.joined(separator: ",") + "]"
      default:
        let used = names.shuffled(using: &random).prefix(Int(random.next() % 5))
        return "{" + used.map { "\"\($0)\":" + document(depth - 1) }.joined(separator: ",") + "}"
      }
    }
    var checked = 0
    for _ in 0..<150 {
      let tree = try JSONTree(Array(document(5).utf8))
      func visit(_ value: JSONValue) {
        checked += 1
        #expect(resolve(value.pointer, in: tree.root)?.index == value.index)
        #expect(tree.value(at: value.index).pointer == value.pointer)
        value.children.forEach(visit)
      }
      visit(tree.root)
    }
    #expect(checked > 500)
  }

  /// RFC 6901, section 4.
  private func resolve(_ pointer: String, in root: JSONValue) -> JSONValue? {
    var value: JSONValue? = root
    let scalars = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for token in scalars {
      var name = ""
      var isEscape = false
      for scalar in token {
        if isEscape { name.unicodeScalars.append(scalar == "1" ? "/" : "~") }
        if !isEscape && scalar != "~" { name.unicodeScalars.append(scalar) }
        isEscape = !isEscape && scalar == "~"
      }
      value = value?.kind == .array ? Int(name).flatMap { value?[$0] } : value?.member(named: name)
    }
    return value
  }
}
