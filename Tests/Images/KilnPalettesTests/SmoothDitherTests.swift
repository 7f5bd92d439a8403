import KilnPalettes
import KilnPixels
import Testing

@Suite struct SmoothDitherTests {
  /// A grey ramp from left to right with a hard frame around it.
  private static let ramp: Pixmap = {
    var result = Pixmap(width: 128, height: 64)
    for y in 0..<64 {
      for x in 0..<128 {
        let isFrame = y < 4 || y > 59
        let value = isFrame ? (x % 2 == 0 ? UInt32(0) : 255) : UInt32(64 + x)
        result[x, y] = value | value << 8 | value << 16 | 0xFF00_0000
      }
    }
    return result
  }()

  private func quantized(dithers: Bool) throws -> Pixmap {
    let quantizer = ColorQuantizer(colors: 8, maximumError: .infinity)
    return try #require(quantizer.quantized(Self.ramp, dithersSmoothParts: dithers)).picture
  }

  /// Largest difference of the means of 8 × 8 pixels inside the ramp.
  private func bandError(_ picture: Pixmap) -> Int {
    var worst = 0
    for top in stride(from: 8, to: 56, by: 8) {
      for left in stride(from: 8, to: 120, by: 8) {
        var sum = 0
        for y in top..<top + 8 {
          for x in left..<left + 8 { sum += Int(picture[x, y] & 255) - Int(Self.ramp[x, y] & 255) }
        }
        worst = max(worst, abs(sum) / 64)
      }
    }
    return worst
  }

  @Test func bandsAreBrokenUp() throws {
    let (plain, dithered) = (try quantized(dithers: false), try quantized(dithers: true))
    #expect(bandError(dithered) * 2 < bandError(plain))
    #expect(Set(dithered.pixels).isSubset(of: Set(plain.pixels)))
  }

  @Test func hardEdgesHaveNoNoise() throws {
    let (plain, dithered) = (try quantized(dithers: false), try quantized(dithers: true))
    for y in [0, 1, 2, 61, 62, 63] {
      for x in 0..<128 { #expect(dithered[x, y] == plain[x, y]) }
    }
  }
}
