import KilnLottieFormat
import Testing

/// Names of markers, as lottie-web finds them.
@Suite struct MarkerTests {
  @Test(arguments: [
    ("idle", "idle"), (#"idle\r"#, "idle"), (" a b ", "a b"), (#"{\r\"name\":\"cw\"\r}"#, "cw"),
    (#"{\"name\": \" cw \"}"#, "cw"), (#"name:out\r\ntype:segment"#, "out"), (#"type:segment\r\nname: in"#, "in"),
    (#"{\"x\":1}"#, #"{"x":1}"#), (#"{\"name\":5}"#, #"{"name":5}"#), ("{broken", "{broken"), ("a:b", "a:b"),
    ("name:a:b", "name:a:b"), ("", ""), (#"\"quoted\""#, #""quoted""#),
  ])
  func isThatOfThePayload(_ comment: String, _ name: String) throws {
    let text = #"{"fr": 1, "op": 1, "w": 1, "h": 1, "layers": [], "markers": [{"tm": 0, "cm": "\#(comment)"}]}"#
    let marker = try #require(try LottieDocument(bytes: Array(text.utf8)).markers.first)
    #expect(marker.name == name)
    #expect(marker.duration == 0)
  }
}
