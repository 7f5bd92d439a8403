import KilnDiagnostics
import KilnLottieFormat
import KilnTestSupport
import Testing

@Suite struct LottieDocumentTests {
  @Test(arguments: [
    #"{"a": 1}"#, "[]", "3", #"{"layers": {}}"#, #"{"layers": [], "w": 1, "h": 1, "fr": 1}"#,
    #"{"layers": [], "w": "wide", "h": 1, "fr": 1, "op": 1}"#,
  ])
  func jsonWithoutTheMembersOfAnAnimationIsNotLottie(text: String) {
    let rule = thrownRule { () throws(Diagnostic) in try LottieDocument(bytes: Array(text.utf8)) }
    #expect(rule == .lottieNotLottie)
  }

  @Test func versionsCompareByComponent() {
    #expect(LottieVersion("4.1.8").isBefore(4, 1, 9))
    #expect(LottieVersion("3.9.9").isBefore(4, 1, 9))
    #expect(!LottieVersion("4.1.9").isBefore(4, 1, 9))
    #expect(!LottieVersion("4.10.0").isBefore(4, 4, 18))
    #expect(!LottieVersion(nil).isBefore(4, 1, 9))
    #expect(!LottieVersion("4.1").isBefore(4, 1, 9))
    #expect(LottieVersion("4.0").isBefore(4, 1, 9))
    #expect(!LottieVersion("").isBefore(4, 1, 9))
    #expect(!LottieVersion("new").isBefore(4, 1, 9))
    #expect(LottieVersion("x.1.8").isBefore(4, 1, 9))
  }

  @Test func missingMembersGetDefaults() throws {
    let document = try LottieDocument(
      bytes: Array(#"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [{}, 7, null, {"sr": 0}]}"#.utf8))
    #expect(document.inPoint == 0)
    #expect(document.assets.isEmpty)
    #expect(document.markers.isEmpty)
    #expect(document.layers.count == 2)
    #expect(document.layers[0].inPoint == nil)
    #expect(document.layers[1].stretch == 1)
  }

  @Test func placesAreNamedByTheirPointers() throws {
    let document = try LottieDocument(
      bytes: Array(
        #"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [{}, {"ks": {"r": {"k": 1, "x": "time"}}}]}"#.utf8))
    let layer = document.layers[1]
    #expect(document.pointer(to: layer.node) == "/layers/1")
    #expect(document.expressions(inside: layer.node).map(document.pointer) == ["/layers/1/ks/r"])
  }

  @Test func markersKeepNameTimeAndLength() throws {
    let document = try LottieDocument(
      bytes: Array(
        #"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [], "markers": [{"tm": 1, "cm": "A", "dr": 2}, {}]}"#.utf8))
    #expect(document.markers.map(\.name) == ["A"])
    #expect(document.markers.map(\.duration) == [2])
  }

  @Test(arguments: [
    ("data:image/png;base64,AQID", [1, 2, 3] as [UInt8]?), ("data:image/png;base64,", []),
    ("data:image/png;base64,AQ\\nID", [1, 2, 3]), ("data:image/png;base64,%2BwA%3D", [251, 0]),
    ("data:image/svg+xml,%-1%41", Array("%-1A".utf8)), ("data:image/png,abc", [97, 98, 99]), ("data:", nil),
  ])
  func embeddedBytes(file: String, expected: [UInt8]?) throws {
    let text = #"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [], "assets": [{"id": 5, "p": "\#(file)"}]}"#
    let document = try LottieDocument(bytes: Array(text.utf8))
    guard case .image(let image)? = document.assets["5"] else { throw Diagnostic(.internalError, "no image") }
    #expect(image.isEmbedded)
    #expect(image.embeddedBytes == expected)
  }
}
