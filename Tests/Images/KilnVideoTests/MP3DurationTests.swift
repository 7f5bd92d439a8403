import KilnVideo
import Testing

/// Length of MPEG audio.
@Suite struct MP3DurationTests {
  /// Two frames of MPEG 1, layer III, with 128 kbit/s and 44.1 kHz.
  private static let frames = [UInt8](repeating: 0, count: 2 * 417).enumerated().map { index, byte in
    index % 417 < 4 ? [0xFF, 0xFB, 0x90, 0x00][index % 417] : byte
  }

  @Test func framesAreCounted() throws {
    let length = try #require(MP3Duration.milliseconds(of: Self.frames))
    #expect(abs(length - 2 * 1152 / 44.1) < 0.01)
  }

  @Test func tagBeforeThemIsSkipped() throws {
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 2, 0xFF, 0xFB]
    let length = try #require(MP3Duration.milliseconds(of: tag + Self.frames))
    #expect(abs(length - 2 * 1152 / 44.1) < 0.01)
  }

  /// A file that was cut in the middle of its tag.
  @Test(arguments: [[], [0xFF], [UInt8](repeating: 0xFF, count: 500)] as [[UInt8]])
  func tagLongerThanTheFileHasNoLength(_ rest: [UInt8]) {
    #expect(MP3Duration.milliseconds(of: Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + rest) == nil)
  }
}
