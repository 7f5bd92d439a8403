import KilnDiagnostics
import KilnJSON
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnValidation
import Testing

@Suite struct TextLocationTests {
  private func place(_ pointer: String, in text: String) throws -> [Int]? {
    let bytes = Array(text.utf8)
    let places = TextLocations(bytes, tree: try JSONTree(bytes))
    return places.place(of: DocumentPath(pointer: pointer)).map { [$0.line, $0.column] }
  }

  @Test func pointersHaveLinesAndColumns() throws {
    let text = "{\n  \"a\": [1,\n    {\"é/~\": 2}],\r\n\"b\": 3}"
    #expect(try place("/a", in: text) == [2, 8])
    #expect(try place("/a/1", in: text) == [3, 5])
    #expect(try place("/a/1/é~1~0", in: text) == [3, 13])
    #expect(try place("/b", in: text) == [4, 6])
    // Code points count, not bytes.
    #expect(try place("/é/1", in: "{\"é\": [\"😀\", 2]}") == [1, 13])
  }

  @Test func whatIsMissingHasThePlaceOfWhatHoldsIt() throws {
    #expect(try place("/a/b/c", in: "{\n\"a\": {}}") == [2, 6])
    #expect(try place("/a/7", in: "{\n\"a\": [1]}") == [2, 6])
    #expect(try place("/x", in: "\n {}") == [2, 2])
    #expect(try place("", in: "{}") == nil)
    #expect(try place("a", in: "{}") == nil)
  }

  @Test func offsetsHavePlacesToo() {
    let places = TextLocations(Array("ab\ncd".utf8), tree: nil)
    func place(_ offset: Int) -> [Int]? {
      places.place(of: DocumentPath(byteOffset: offset)).map { [$0.line, $0.column] }
    }
    #expect(place(0) == [1, 1] && place(2) == [1, 3] && place(3) == [2, 1] && place(5) == [2, 3])
    #expect(place(6) == nil && place(-1) == nil)
  }

  @Test func findingsOfPlainJSONHavePlaces() throws {
    let text = """
      {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[
        {"ty":1,"nm":"Box","ind":1,"parent":7,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000","ks":{}}]}
      """
    let report = Validator().validate(Array(text.utf8))
    let finding = try #require(report.findings.first { $0.rule.id == "lottie.parent.missing" })
    #expect(finding.place?.line == 2)
    let broken = Validator().validate(Array("{\n\"v\": ]".utf8))
    #expect(broken.failurePlace == TextLocation(line: 2, column: 6))
  }
}
