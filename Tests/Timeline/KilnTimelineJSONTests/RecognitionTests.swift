import KilnTimelineJSON
import Testing

@Suite struct RecognitionTests {
  @Test(arguments: [
    ("{\"$kiln\":\"timeline\"}", true), (" {\n \"$kiln\" : 1", true), ("\u{FEFF}{\"$kiln\"", true),
    ("{\"v\":\"5\",\"$kiln\":1}", false), ("[\"$kiln\"]", false), ("", false), ("{", false),
  ])
  func theFirstMemberDecides(_ text: String, _ isTimeline: Bool) {
    #expect(TimelineJSON.recognizes(Array(text.utf8)) == isTimeline)
  }
}
