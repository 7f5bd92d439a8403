import KilnDiagnostics
import KilnImages
import KilnPNG
import KilnPixels
import KilnTestSupport
import Testing

/// C libraries that get no memory: an error that says so, and not that the file is damaged.
@Suite(.enabled(if: RefusedMemory.isPossible)) struct RefusedMemoryTests {
  private static let pixmap = Pixmap(width: 9, height: 7, pixels: (0..<63).map { 0xff00_0000 | UInt32($0) * 0x01_0203 })

  private func decodingRule(_ bytes: [UInt8], without library: StaticString) -> Rule? {
    RefusedMemory.ofLibrary(library) {
      thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: Limits()) }
    }
  }

  @Test func aPNGIsNotCalledDamaged() throws {
    #expect(try decodingRule(PNGEncoder.encode(Self.pixmap), without: "libpng") == .memoryExhausted)
    #expect(try decodingRule(PNGEncoder.encode(Self.pixmap), without: "libdeflate") == nil)
  }

  @Test(arguments: JPEGTests.Sample.allCases) func aJPEGIsNotCalledDamaged(sample: JPEGTests.Sample) throws {
    #expect(try decodingRule(bytesOfBase64(sample.rawValue), without: "libjpeg") == .memoryExhausted)
  }

  @Test func aPNGIsNotEncoded() {
    let rule = RefusedMemory.ofLibrary("libdeflate") {
      thrownRule { () throws(Diagnostic) in try PNGEncoder.encode(Self.pixmap) }
    }
    #expect(rule == .memoryExhausted)
  }

  @Test(arguments: [WebPEncoderOptions.lossless(), .lossy()]) func aWebPIsNotEncoded(options: WebPEncoderOptions) {
    let rule = RefusedMemory.ofLibrary("libwebp.") {
      thrownRule { () throws(Diagnostic) in try WebPFrameEncoder.encode(Self.pixmap, options: options) }
    }
    #expect(rule == .memoryExhausted)
  }
}
