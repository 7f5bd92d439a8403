import KilnDiagnostics
import KilnGeometry
import KilnImages
import KilnPixels
import KilnPNG
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite(.enabled(if: PackageTrait.colorProfiles.isEnabled)) struct ImageColorTests {
  @Test func imagesInOtherColoursAreWrittenInSRGB() throws {
    let plain = try PNGEncoder.encode(Pixmap(width: 4, height: 4, pixels: Array(repeating: 0xFF40_80C0, count: 16)))
    // Numbers that are light.
    let linear = PNGChunks.inserting("gAMA", PNGChunks.words(100_000), into: plain)
    let timeline = try SampleTimelines.timeline(width: 8, height: 4) { builder in
      for (name, file) in [("Plain", plain), ("Linear", linear)] {
        let image = try builder.add(#require(ImageAsset(name: name, bytes: file)))
        let place = Affine.translation(name == "Plain" ? 0 : 4, 0)
        builder.sprites.append(
          Sprite(layers: [name], content: .image(image), frames: [FrameState(opacity: 1, transform: place)]))
      }
    }
    var log = DiagnosticLog()
    let lowered = try SVGALowerer(timeline).lowered(log: &log)
    #expect(log.diagnostics.isEmpty)
    #expect(lowered.images[0].bytes == plain)
    #expect(PNGColorSpace.isStandard(lowered.images[1].bytes))
    #expect(try ImageDecoder.decode(lowered.images[1].bytes, limits: Limits()).pixels[0] != 0xFF40_80C0)
    #expect(renderedFrames(lowered) == renderedFrames(timeline))
  }

  @Test func aProfileThatCannotBeUsedIsReportedOnce() throws {
    let file = try PNGChunks.inserting(
      "iCCP", Array("name\0\0nonsense".utf8), into: PNGEncoder.encode(Pixmap(width: 4, height: 4)))
    let timeline = try SampleTimelines.timeline { builder in
      let image = try builder.add(#require(ImageAsset(name: "Photo", bytes: file)))
      let frames = [FrameState(opacity: 1, transform: .identity)]
      builder.sprites = [Sprite(layers: ["Layer"], content: .image(image), frames: frames)]
    }
    var log = DiagnosticLog()
    _ = try SVGALowerer(timeline).lowered(log: &log)
    #expect(log.diagnostics.map(\.rule) == [.imageProfileIgnored])
    #expect(log.diagnostics[0].message.contains("“Photo”") && log.diagnostics[0].repetitions == 0)
  }
}
