import KilnDiagnostics
import KilnGeometry
import KilnImages
import KilnPixels
import KilnPNG
import KilnSVGALowering
import KilnTimeline
import Testing

@Suite struct ImageShrinkerTests {
  /// A picture of 40 × 20 pixels, drawn at a scale and at half of that, cut to its left half.
  private func timeline(scale: Double) throws -> Timeline {
    var builder = try TimelineBuilder(canvas: Size(100, 100), frameRate: 20, frameCount: 2, limits: Limits())
    let bytes = try PNGEncoder.encode(Pixmap(width: 40, height: 20, pixels: Array(repeating: 0xFF00_00FF, count: 800)))
    let image = try builder.add(#require(ImageAsset(name: "a", bytes: bytes)))
    let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 20, height: 20)))
    builder.sprites.append(
      Sprite(
        layers: ["a"], replacementKey: "face", content: .image(image),
        frames: [
          FrameState(opacity: 1, transform: .scale(scale, scale), clip: clip),
          FrameState(opacity: 1, transform: .scale(scale / 2, scale / 2)),
        ]))
    var log = DiagnosticLog()
    return builder.build(log: &log)
  }

  @Test func picturesGetThePixelsThatAreShown() throws {
    let shrunk = try ImageShrinker(try timeline(scale: 0.5), scale: 1).shrunk()
    #expect((shrunk.images[0].width, shrunk.images[0].height) == (20, 10))
    #expect(shrunk.sprites[0].frames[0].transform == .identity)
    #expect(shrunk.sprites[0].frames[1].transform == .scale(0.5, 0.5))
    let clip = try #require(shrunk.sprites[0].frames[0].clip)
    #expect(shrunk[clip].bounds == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(shrunk.sprites[0].replacementKey == "face")
    let pixels = try ImageDecoder.decode(shrunk.images[0].bytes, limits: Limits()).pixels
    #expect(pixels[10 * 5 + 5] == 0xFF00_00FF)
  }

  @Test func aScaleAsksForFewer() throws {
    let shrunk = try ImageShrinker(try timeline(scale: 0.5), scale: 0.5).shrunk()
    #expect((shrunk.images[0].width, shrunk.images[0].height) == (10, 5))
    #expect(shrunk.sprites[0].frames[0].transform == .scale(2, 2))
  }

  @Test func whatIsNeededStays() throws {
    for scale in [0.97, 1, 3] {
      let whole = try timeline(scale: scale)
      #expect(try ImageShrinker(whole, scale: 1).shrunk() == whole)
    }
  }
}
