import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct ImageAssetTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 1, 2, 3, 0, 0, 0, 4]
  /// Fill bytes, an application segment, a Huffman table (whose marker lies between those of frame headers), the frame.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xFF, 0xE0, 0, 4, 0xAB, 0xCD, 0xFF, 0xC4, 0, 3, 9]
    + [0xFF, 0xC2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04]
  private static let lossy: [UInt8] = riff("VP8 ", [0x30, 0x01, 0, 0x9D, 0x01, 0x2A, 0x23, 0x41, 0x05, 0x80])
  /// 14 bits less one each, least significant first: 300 × 200. This is the shortest kind there is.
  private static let lossless: [UInt8] = riff("VP8L", [0x2F, 0x2B, 0xC1, 0x31, 0x00, 0])
  private static let extended: [UInt8] = riff("VP8X", [0x10, 0, 0, 0, 0xFF, 0x01, 0x01, 0x02, 0x00, 0x00])

  private static func riff(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array("WEBP".utf8) + Array(kind.utf8) + [UInt8(data.count), 0, 0, 0] + data
    return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
  }

  @Test(arguments: [
    (png, ImageFormat.png, 0x10203, 4), (jpeg, .jpeg, 0x304, 0x102), (lossy, .webp, 0x123, 5),
    (lossless, .webp, 300, 200), (extended, .webp, 0x10200, 3),
  ]) func sizeIsReadFromTheHeader(bytes: [UInt8], encoding: ImageFormat, width: Int, height: Int) throws {
    let image = try #require(ImageAsset(name: "a", bytes: bytes + [0, 0]))
    #expect(image.format == encoding && image.width == width && image.height == height)
    #expect(image.decodedBytes == width * height * 4 && image.bytes == bytes + [0, 0])
    #expect(ImageAsset(name: "a", bytes: bytes) != nil)
  }

  @Test(arguments: [png, jpeg, lossy, lossless, extended]) func truncatedHeadersAreNone(bytes: [UInt8]) {
    // The lossless header ends a byte before its data.
    for length in 0..<bytes.count - 1 { #expect(ImageAsset(name: "a", bytes: Array(bytes[..<length])) == nil) }
  }

  @Test(arguments: [png, jpeg, lossy, lossless, extended]) func damagedHeadersNeverTrap(bytes: [UInt8]) {
    var random = SplitMix64(seed: 19)
    for _ in 0..<1000 {
      var bytes = bytes + [UInt8](repeating: 0xFF, count: Int.random(in: 0...9, using: &random))
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let image = ImageAsset(name: "a", bytes: bytes) { #expect(image.width > 0 && image.height > 0) }
    }
  }

  @Test func sizesOfZeroAndOtherFilesAreRefused() {
    var empty = Self.png
    empty[23] = 0
    var wrongSignature = Self.lossy
    wrongSignature[23] = 0
    var otherChunk = Self.extended
    otherChunk.replaceSubrange(12..<16, with: Array("ALPH".utf8))
    for bytes in [
      empty, wrongSignature, otherChunk, Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xD9, 0, 0, 0, 0, 0, 0, 0],
    ] {
      #expect(ImageAsset(name: "a", bytes: bytes) == nil)
    }
  }
}
