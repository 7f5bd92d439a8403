import KilnDiagnostics
import KilnJSON
import KilnLottieFormat
import KilnTestSupport
import Testing

/// What documents are made of is counted before memory is taken for them.
@Suite struct LottiePartCounterTests {
  private static func document(_ members: String) -> [UInt8] {
    Array(#"{"w": 1, "h": 2, "fr": 3, "op": 4, \#(members)}"#.utf8)
  }

  private static func many(_ element: String, _ count: Int) -> String {
    Array(repeating: element, count: count).joined(separator: ",")
  }

  private static func finding(_ members: String, _ change: (inout Limits) -> Void) -> Diagnostic? {
    var limits = Limits()
    change(&limits)
    return thrown { () throws(Diagnostic) in try LottieDocument(bytes: document(members), limits: limits) }
  }

  @Test func layersOfAllCompositionsAreCounted() {
    let members = #""layers": [{}, {}], "assets": [{"id": "a", "layers": [{}, {}, {}]}]"#
    let refused = Self.finding(members) { $0.layers = 4 }
    #expect(refused?.rule == .limitExceeded)
    #expect(refused?.message == "the number of layers in the file is 5, above the limit of 4")
    #expect(Self.finding(members) { $0.layers = 5 } == nil)
  }

  @Test func shapeItemsOfAllGroupsAreCounted() {
    let members = #""layers": [{"ty": 4, "shapes": [{"ty": "gr", "it": [{}, {}]}, {}]}], "#
    let glyphs = members + #""chars": [{"ch": "A", "data": {"shapes": [{}]}}]"#
    #expect(Self.finding(glyphs) { $0.shapeItems = 4 }?.message.contains("shape items in the file is 5") == true)
    #expect(Self.finding(glyphs) { $0.shapeItems = 5 } == nil)
  }

  @Test func keyframesOfAllPropertiesAreCounted() {
    let keys = #"{"k": [{"t": 0}, {"t": 1}, {"t": 2}]}"#
    let members = #""layers": [{"ks": {"p": \#(keys), "o": \#(keys)}}, {"ty": 5, "t": {"d": \#(keys)}}]"#
    #expect(Self.finding(members) { $0.keyframes = 8 }?.message.contains("keyframes in the file is 9") == true)
    #expect(Self.finding(members) { $0.keyframes = 9 } == nil)
  }

  /// Also in a theme's slots the properties that take them are what counts.
  @Test func keyframesOfSlotsCountForEachPropertyThatTakesThem() {
    let slot = #""slots": {"a": {"p": {"k": [{"t": 0}, {"t": 1}, {"t": 2}]}}}, "#
    let members = slot + #""layers": [{"ks": {"p": {"sid": "a"}, "o": {"sid": "a"}, "r": {"sid": "b"}}}]"#
    #expect(Self.finding(members) { $0.keyframes = 5 }?.message.contains("from slots is 6") == true)
    #expect(Self.finding(members) { $0.keyframes = 6 } == nil)
  }

  @Test(arguments: [
    #""layers": [{"ef": [{}, {}, {"ef": [{}]}]}]"#, #""layers": [{"masksProperties": [{}, {}, {}, {}]}]"#,
    #""layers": [{"ty": 5, "t": {"a": [{}, {}, {}, {}]}}]"#, #""layers": [], "chars": [{}, {}, {}, {}]"#,
    #""layers": [], "assets": [{}, {}, {}, {}]"#, #""layers": [], "fonts": {"list": [{}, {}, {}, {}]}"#,
    #""layers": [], "markers": [{}, {}, {}, {}]"#, #""layers": [[{}, {}, {}, {}]]"#,
  ])
  func otherPartsAreCounted(members: String) {
    #expect(Self.finding(members) { $0.documentParts = 3 }?.message.contains("other parts in the file is 4") == true)
    #expect(Self.finding(members) { $0.documentParts = 4 } == nil)
  }

  @Test func aNameMayBeWrittenWithEscapes() {
    #expect(Self.finding(#""l\u0061yers": [{}, {}]"#) { $0.layers = 1 }?.rule == .limitExceeded)
  }

  @Test func valuesAreCountedBeforeTheyAreRead() {
    // Not even valid.
    let members = #""layers": [\#(Self.many("", 1000))"#
    #expect(Self.finding(members) { $0.values = 500 }?.rule == .limitExceeded)
    #expect(Self.finding(members) { $0.values = 2000 }?.rule == .jsonSyntax)
  }
}
