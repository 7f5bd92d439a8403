import Foundation
import KilnDiagnostics
import KilnPageExport
import KilnTestSupport
import KilnTimeline
import KilnTimelineJSON
import Testing

/// The page as a file; scripts/oracles/preview-page looks at it in a browser.
@Suite struct PreviewPageTests {
  private func page(name: String = "a.json", reloads: Bool = false) throws -> String {
    let finding = DiagnosticReport(Diagnostic(.limitExceeded, "</script><b>much & more"))
    var page = PreviewPage(
      kiln: "1",
      animations: [
        .init(name: name, .timeline(try SampleTimelines.movingSquare()), bytes: 7, findings: [finding])
      ])
    page.reloads = reloads
    return String(decoding: page.html, as: UTF8.self)
  }

  @Test func theAnimationCanBeReadFromThePage() throws {
    let text = try page()
    let start = try #require(text.range(of: "<script type=\"application/json\">")).upperBound
    let json = text[start...].prefix(upTo: try #require(text[start...].range(of: "</script>")).lowerBound)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["name"] as? String == "a.json" && object["bytes"] as? Int == 7)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.first?["message"] as? String == "</script><b>much & more")
    let timeline = try JSONSerialization.data(withJSONObject: try #require(object["timeline"]))
    var log = DiagnosticLog()
    // `$kiln` must come first only where a file is recognized.
    let read = try TimelineJSON.timeline([UInt8](timeline), log: &log)
    #expect(read.frameCount == 7 && read.sprites.count == 2)
  }

  @Test func textsAreNoMarkup() throws {
    let text = try page(name: "<img src=x>TITLE\".json")
    #expect(!text.contains("<img src=x>") && !text.contains("</script><b>"))
    #expect(text.contains("<h1>&lt;img src=x&gt;TITLE&quot;.json</h1>"))
  }

  @Test func nothingIsRequestedUnlessItIsServed() throws {
    let text = try page()
    #expect(text.contains("default-src 'none'") && !text.contains("connect-src") && !text.contains("fetch(\"state"))
    #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("src=\""))
    let served = try page(reloads: true)
    #expect(served.contains("connect-src 'self'") && served.contains("fetch(\"state\""))
  }

  @Test func aVideoIsInThePageAsItIs() throws {
    var video = PreviewVideo(
      file: [0, 1, 250], mediaType: "video/mp4", width: 8, height: 4, frameRate: 20, frameCount: 3)
    video.alpha = .init(x: 12, y: 0, width: 8, height: 4)
    video.slots = [.init(key: "</script>", isText: true, width: 3, height: 2)]
    let page = PreviewPage(kiln: "1", animations: [.init(name: "a.mp4", .video(video), bytes: 3)])
    let text = String(decoding: page.html, as: UTF8.self)
    #expect(text.contains("; media-src blob:") && text.contains("class KilnVideo"))
    let start = try #require(text.range(of: "<script type=\"application/json\">")).upperBound
    let json = text[start...].prefix(upTo: try #require(text[start...].range(of: "</script>")).lowerBound)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let shown = try #require(object["video"] as? [String: Any])
    #expect(shown["data"] as? String == "AAH6" && shown["type"] as? String == "video/mp4")
    #expect((shown["alpha"] as? [String: Int])?["x"] == 12 && (shown["color"] as? [String: Int])?["width"] == 8)
    #expect((shown["slots"] as? [[String: Any]])?.first?["key"] as? String == "</script>")
    #expect(try !self.page().contains("media-src") && !self.page().contains("class KilnVideo"))
  }

  @Test func scriptsAreSmall() throws {
    let text = try page()
    let start = try #require(text.range(of: "<script>\n")).upperBound
    #expect(text[start...].utf8.count < 66_000)
    let player = Fixture.bytes(Fixture.repository("Sources/Outputs/KilnPageExport/player.js"))
    #expect(player.count(where: { $0 == UInt8(ascii: "\n") }) <= 660)
  }
}
