import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct DecodedImagesTests {
  /// A PNG's signature and header of 2 × 2 pixels, with nothing behind them.
  private static let headerOnly: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0, 0, 0, 0, 0]

  @Test func imageThatCannotBeDecodedIsReportedAndDrawsNothing() throws {
    let asset = try #require(ImageAsset(name: "Broken", bytes: Self.headerOnly))
    let timeline = try SampleTimelines.timeline(width: 2, height: 2) { builder in
      let image = try builder.add(asset)
      let state = FrameState(opacity: 1, transform: .identity)
      builder.sprites = [Sprite(layers: ["Picture"], content: .image(image), frames: [state])]
    }
    var log = DiagnosticLog()
    _ = DecodedImages(timeline, log: &log)
    #expect(log.diagnostics.map(\.rule) == [.renderingBadImage])
    #expect(renderedFrames(timeline)[0].pixels == [0, 0, 0, 0])
  }
}
