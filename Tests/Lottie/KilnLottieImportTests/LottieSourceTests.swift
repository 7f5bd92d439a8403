import KilnDiagnostics
import KilnLottieFormat
import KilnLottieImport
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct LottieSourceTests {
  private static func document(_ more: String = "", layers: String = "") -> [UInt8] {
    Array(#"{"fr": 10, "ip": 0, "op": 10, "w": 20, "h": 10, \#(more)"layers": [\#(layers)]}"#.utf8)
  }

  @Test func infoIsWhatTheDocumentSays() throws {
    let info = try LottieSource(bytes: Self.document(#""markers": [{"tm": 2, "cm": "Middle", "dr": 3}], "#)).info
    #expect(info.format == "lottie")
    #expect(info.frameRate == 10)
    #expect(info.frameCount == 10)
    #expect(info.times == 0...10)
    #expect(info.markers == [Marker(name: "Middle", firstFrame: 2, frameCount: 3)])
  }

  /// The marker covers times 2, 3 and 4.
  @Test(arguments: [
    (nil as Double?, 1.0, false, 2.0, 3.0), (20, 1, false, 4, 6), (nil, 2, false, 1, 1.5), (nil, 1, true, 5, 3),
  ])
  func markersFollowTheSampling(
    frameRate: Double?, speed: Double, isReversed: Bool, firstFrame: Double, frameCount: Double
  ) throws {
    let source = try LottieSource(bytes: Self.document(#""markers": [{"tm": 2, "cm": "Middle", "dr": 3}], "#))
    let sampling = source.info.sampling(frameRate: frameRate, speed: speed, isReversed: isReversed)
    var log = DiagnosticLog()
    let timeline = try source.timeline(sampling, log: &log)
    #expect(timeline.markers == [Marker(name: "Middle", firstFrame: firstFrame, frameCount: frameCount)])
  }

  @Test(arguments: [
    (#"{"fr": 0, "op": 1, "w": 1, "h": 1, "layers": []}"#, "timeline.frameRate"),
    (#"{"fr": 2000, "op": 1, "w": 1, "h": 1, "layers": []}"#, "timeline.frameRate"),
    (#"{"fr": 1, "op": 0.9, "w": 1, "h": 1, "layers": []}"#, "timeline.noFrames"),
    (#"{"fr": 1, "op": 1e12, "w": 1, "h": 1, "layers": []}"#, "limit.exceeded"),
    (#"{"fr": 1, "op": 1, "w": 0, "h": 1, "layers": []}"#, "timeline.canvas"),
    (#"{"fr": 1, "op": 1, "w": 1, "h": -5, "layers": []}"#, "timeline.canvas"),
    (#"{"fr": 1, "op": 1, "w": 1e9, "h": 1, "layers": []}"#, "limit.exceeded"),
  ])
  func unplayableAnimationsAreRefused(text: String, rule: String) {
    let thrown = thrownRule { () throws(Diagnostic) in
      var log = DiagnosticLog()
      let source = try LottieSource(bytes: Array(text.utf8))
      return try source.timeline(source.info.nativeSampling, log: &log)
    }
    #expect(thrown?.id == rule)
  }

  @Test func whatWasFoundBeforeAFailureIsKept() throws {
    let layers = [
      #"{"ty": 0, "nm": "Inside itself", "refId": "c", "ip": 0, "op": 9, "st": 0, "w": 9, "h": 9, "ks": {}}"#,
      #"{"ty": 2, "nm": "Lost", "refId": "nobody", "ip": 0, "op": 9, "st": 0, "ks": {}}"#,
    ]
    let asset = #""assets": [{"id": "c", "layers": [\#(layers[0])]}], "#
    let source = try LottieSource(bytes: Self.document(asset, layers: layers.joined(separator: ", ")))
    var log = DiagnosticLog()
    let rule = thrownRule { () throws(Diagnostic) in try source.timeline(source.info.nativeSampling, log: &log) }
    #expect(rule == .limitExceeded)
    #expect(log.diagnostics.map(\.path.layers) == [["Lost"]])
  }

  @Test func picturesBesideTheFileComeFromTheLoader() throws {
    // A PNG's signature and header of 3 × 2 pixels are all that importing reads.
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0]
    let asset = #""assets": [{"id": "i", "w": 3, "h": 2, "u": "images/", "p": "a.png"}], "#
    let layer = #"{"ty": 2, "refId": "i", "nm": "Photo", "ip": 0, "op": 9, "st": 0, "ks": {}}"#
    struct Loader: AssetLoader {
      let bytes: [UInt8]
      func image(_ request: ImageRequest) -> [UInt8]? {
        request == ImageRequest(folder: "images/", file: "a.png", width: 3, height: 2) ? bytes : nil
      }
    }
    let source = try LottieSource(bytes: Self.document(asset, layers: layer), assets: Loader(bytes: header))
    var log = DiagnosticLog()
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    #expect(log.diagnostics.isEmpty)
    #expect(timeline.images.map(\.name) == ["a.png"])
    #expect(timeline.images.map(\.width) == [3])
    #expect(timeline.sprites.map(\.replacementKey) == ["Photo"])
  }
}
