import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

@Suite struct WebPCodingTests {
  @Test func picturesWithAndWithoutLossAreToldApart() throws {
    var random = SplitMix64(seed: 3)
    // With alpha a lossy picture has a chunk of its own for that, before the one that counts.
    for picture in [random.pixmap(width: 9, height: 7), Pixmap(width: 8, height: 8, filledWith: 0xFF12_3456)] {
      let exact = try WebPFrameEncoder.encode(picture, options: .lossless())
      let lossy = try WebPFrameEncoder.encode(picture, options: .lossy())
      #expect(!WebPCoding.hasLossyPicture(exact))
      #expect(WebPCoding.hasLossyPicture(lossy))
      #expect(try !WebPCoding.hasLossyPicture(animation([exact, exact])))
      #expect(try WebPCoding.hasLossyPicture(animation([exact, lossy])))
    }
  }

  @Test func bytesOfAnyKindAreRead() throws {
    var random = SplitMix64(seed: 5)
    let lossy = try WebPFrameEncoder.encode(random.pixmap(width: 9, height: 7), options: .lossy())
    for count in 0..<min(40, lossy.count) { _ = WebPCoding.hasLossyPicture(Array(lossy[..<count])) }
    #expect(!WebPCoding.hasLossyPicture([]))
    #expect(!WebPCoding.hasLossyPicture(Array("RIFF\u{ff}\u{ff}WEBPVP8L".utf8) + Array(repeating: 0xFF, count: 20)))
    #expect(try !WebPCoding.hasLossyPicture(PNGEncoder.encode(Pixmap(width: 1, height: 1))))
  }

  private func animation(_ frames: [[UInt8]]) throws -> [UInt8] {
    var writer = try AnimatedWebPWriter(width: 9, height: 8, loopCount: 0)
    for frame in frames {
      try writer.append(frame: frame, x: 0, y: 0, durationMilliseconds: 40, blend: false, disposeToBackground: false)
    }
    return try writer.finish()
  }
}
