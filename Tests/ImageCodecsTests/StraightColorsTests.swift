import Pixels
import TestSupport
import Testing

@testable import ImageCodecs

@Suite struct StraightColorsTests {
  @Test func premultiplyingGivesThePixelsBack() {
    var random = SplitMix64(seed: 40)
    for pixmap in [Pixmap.everyAlphaAndValue, random.pixmap(width: 90, height: 70), Pixmap(width: 0, height: 0)] {
      let words = straight(pixmap.pixels)
      #expect(words.map(Premultiplication.premultiply) == pixmap.pixels)
    }
  }

  @Test func edgesHaveTheColourOfTheirArea() {
    let color: UInt32 = 0x2D_8AE3
    // An area, and an edge with every alpha.
    let words = [color | 0xFF00_0000, color | 0xFF00_0000] + (1..<255).map { color | $0 << 24 }
    let pixels = words.map(Premultiplication.premultiply)
    #expect(straight(pixels) == words)
    #expect(pixels.map(Premultiplication.unpremultiply) != words)
  }

  @Test func mostlyTranslucentShapesHaveOneColour() {
    let pixels = (1...200).map { Premultiplication.premultiply(0x2D_8AE3 | $0 << 24) }
    let colors = Set(straight(pixels).map { $0 & 0xFF_FFFF })
    #expect(colors.count == 1)
  }

  private func straight(_ pixels: [UInt32]) -> [UInt32] {
    var words = pixels
    StraightColors.unpremultiply(&words)
    return words
  }
}
