import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

@Suite struct JSONTreeTests {
  @Test func pointerNamesThePlace() throws {
    let tree = try JSONTree(Array(#"{"layers":[{"a/b":1},{"x~":[true,null]}]}"#.utf8))
    let value = try #require(tree.root["layers"]?[1]?["x~"]?[1])
    #expect(value.pointer == "/layers/1/x~0/1")
    #expect(tree.root["layers"]?[0]?["a/b"]?.pointer == "/layers/0/a~1b")
  }

  @Test func truncationAtEveryByteIsAnErrorWithAPlace() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e4\n"],"b":{"c":null,"d":false}}"#.utf8)
    for length in 0..<text.count {
      #expect(thrownRule { () throws(Diagnostic) in try JSONTree(Array(text[..<length])) } == .jsonSyntax)
    }
  }
}
