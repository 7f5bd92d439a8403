import KilnPixels
import KilnTestSupport
import Testing

@Suite struct UnpremultiplierTests {
  private let color: UInt32 = 0x2D_8AE3

  @Test func premultiplyingGivesThePixelsBack() {
    var random = SplitMix64(seed: 40)
    let colors = Unpremultiplier((0..<90).map { _ in UInt32(truncatingIfNeeded: random.next()) })
    // All alphas, and for each all values up to it in one channel.
    var pixels: [UInt32] = []
    for alpha in 0...UInt32(255) {
      for value in 0...alpha { pixels.append(value | (alpha - value) << 8 | (value / 2) << 16 | alpha << 24) }
    }
    #expect(colors.straight(pixels).map(Premultiplication.premultiply) == pixels)
    #expect(Unpremultiplier().straight(pixels) == pixels.map(Premultiplication.unpremultiply))
    #expect(colors.straight(pixels) != pixels.map(Premultiplication.unpremultiply))
  }

  @Test func anEdgeHasTheColourOfItsShape() {
    let words = (1...255).map { color | $0 << 24 }
    let pixels = words.map(Premultiplication.premultiply)
    #expect(Unpremultiplier([0xFF00_0000, color]).straight(pixels.reversed()) == words.reversed())
    #expect(pixels.map(Premultiplication.unpremultiply) != words)
  }

  @Test func aPixelBecomesTheSameAnywhere() {
    let colors = Unpremultiplier([0xFF_FFFF, color, color + 1])
    let pixels = (1..<255).map { Premultiplication.premultiply(color | $0 << 24) }
    #expect(colors.straight(pixels) == pixels.map { colors.straight([$0])[0] })
  }
}
