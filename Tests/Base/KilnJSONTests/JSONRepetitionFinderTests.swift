import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

/// Objects that stand in a file twice are parsed once.
@Suite struct JSONRepetitionFinderTests {
  /// Long enough to be looked for, with everything inside that a value may be.
  private static let object =
    #"{"i":[[0,0],[1.5,-2]],"long name of a member":"a \"text\" \u00e4","n":null,"b":[true,false],"x":"loop","#
    + #""k":{"a":[{"x":1},{"deep":[12345678901234567890,1e3]}],"e":{}},"end":"#

  private func root(_ text: String, nesting: Int = 256) throws -> JSONValue {
    var limits = Limits()
    limits.nesting = nesting
    return try JSONTree(Array(text.utf8), limits: limits).root
  }

  /// The whole value, written from its parts; what stands in the file must be the same.
  private func written(_ value: JSONValue) -> String {
    switch value.kind {
    case .array: "[" + value.children.map(written).joined(separator: ",") + "]"
    case .object:
      "{" + value.children.map { "\"\($0.key ?? "")\":" + written($0) }.joined(separator: ",") + "}"
    case .string: String(decoding: value.source, as: UTF8.self)
    default: "\(value.number.map { "\($0)" } ?? String(decoding: value.source, as: UTF8.self))"
    }
  }

  /// Whether each value stands in the file where it says.
  private func expectPlaces(_ value: JSONValue, in tree: JSONTree, depth: Int = 0) throws {
    #expect(value.pointer == tree.value(at: value.index).pointer)
    let again = try JSONTree(Array(value.source))
    #expect(written(again.root) == written(value))
    for child in value.children { try expectPlaces(child, in: tree) }
  }

  @Test func repeatsAreLikeTheirOriginals() throws {
    let (one, other) = (Self.object + "1}", Self.object + "2}")
    let text = "{\"a\":[\(one),\(other),\(one),\(one)],\"b\":[[\(other)],{\"c\":[\(one)]}]}"
    let tree = try JSONTree(Array(text.utf8))
    try expectPlaces(tree.root, in: tree)
    let ends = try #require(tree.root["a"]).children.map { $0.number("end") }
    #expect(ends == [1, 2, 1, 1])
    // With a space somewhere no object is like another.
    var spaced = ""
    for (count, piece) in text.split(separator: "[0,0]").enumerated() {
      spaced += (count == 0 ? "" : "[0," + String(repeating: " ", count: count) + "0]") + piece
    }
    #expect(try written(root(spaced)) == written(tree.root))
    let last = try #require(tree.root["b"]?[1]?["c"]?[0]?["k"]?["a"]?[1]?["deep"]?[0])
    #expect(last.pointer == "/b/1/c/0/k/a/1/deep/0")
    #expect(String(decoding: last.source, as: UTF8.self) == "12345678901234567890")
  }

  @Test func stringsInRepeatsAreFound() throws {
    let one = Self.object + "1}"
    let tree = try JSONTree(Array("[\(one),\(one),[\(one)]]".utf8))
    #expect(tree.objects(withString: "x", inside: 0).map(\.pointer) == ["/0", "/1", "/2/0"])
    let second = try #require(tree.root[1])
    #expect(tree.objects(withString: "x", inside: second.index).map(\.pointer) == ["/1"])
    #expect(second["long name of a member"]?.string == "a \"text\" ä")
  }

  @Test func repeatsMayNotBeNestedTooDeeply() throws {
    let one = Self.object + "1}"
    // The object has five levels.
    let text = "[\(one),[[\(one)]]]"
    #expect(try root(text, nesting: 8).count == 2)
    #expect(
      thrownRule { () throws(Diagnostic) in
        var limits = Limits()
        limits.nesting = 7
        _ = try JSONTree(Array(text.utf8), limits: limits)
      } == .limitExceeded)
  }

  @Test func almostRepeatsAreReadThemselves() throws {
    let one = Array((Self.object + "1}").utf8)
    // Wherever one byte is another, the value is what stands there, or an error.
    for index in one.indices.dropFirst() {
      var changed = one
      changed[index] = changed[index] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
      let list = Array("[".utf8) + one + Array(",".utf8) + changed + Array(",".utf8) + one + Array("]".utf8)
      guard let alone = try? JSONTree(changed), let tree = try? JSONTree(list) else {
        #expect(thrownRule { () throws(Diagnostic) in try JSONTree(list) } == .jsonSyntax)
        #expect(thrownRule { () throws(Diagnostic) in try JSONTree(changed) } == .jsonSyntax)
        continue
      }
      #expect(try written(#require(tree.root[1])) == written(alone.root))
      #expect(try written(#require(tree.root[2])) == written(#require(tree.root[0])))
    }
  }

  @Test func repeatsMayEndWithTheFile() {
    let one = Self.object + "1}"
    let whole = Array("[\(one),\(one)]".utf8)
    for length in one.utf8.count + 2..<whole.count {
      #expect(thrownRule { () throws(Diagnostic) in try JSONTree(Array(whole[..<length])) } == .jsonSyntax)
    }
  }
}
