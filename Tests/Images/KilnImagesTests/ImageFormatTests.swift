import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct ImageFormatTests {
  @Test func firstBytesTellTheFormat() {
    #expect(ImageFormat.sniff([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]) == .png)
    #expect(ImageFormat.sniff([0xff, 0xd8, 0xff, 0xe0]) == .jpeg)
    #expect(ImageFormat.sniff(Array("RIFF????WEBPVP8 ".utf8)) == .webp)
    #expect(ImageFormat.sniff(Array("RIFF????WAVEfmt ".utf8)) == nil)
    #expect(ImageFormat.sniff(Array("GIF89a".utf8)) == nil)
  }

  @Test func tooFewBytesTellNothing() {
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff], Array("RIFF????WEBP".utf8),
    ]
    for start in starts {
      #expect(ImageFormat.sniff(start) != nil)
      for count in 0..<start.count { #expect(ImageFormat.sniff(Array(start[..<count])) == nil) }
    }
  }

  @Test func unknownFormatsAreReported() {
    for bytes in [[], Array("BM".utf8)] {
      let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: Limits()) }
      #expect(rule == .imageFormatUnknown)
    }
  }

  @Test func ruleNamesAreUniqueAndOfThisModule() {
    let names = ImageCodecRules.all.map(\.id)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("image.") })
  }
}
