import KilnPixels
import Testing

@Suite struct PremultiplicationTests {
  @Test func unpremultiplyingAndBackIsExact() {
    for alpha in UInt32(1)...255 {
      for channel in 0...alpha {
        let pixel = channel | channel << 8 | channel << 16 | alpha << 24
        #expect(Premultiplication.premultiply(Premultiplication.unpremultiply(pixel)) == pixel)
      }
    }
  }
}

@Suite struct PremultiplicationRoundingTests {
  @Test func productsAreRoundedToNearest() {
    for alpha in UInt32(0)...255 {
      for channel in UInt32(0)...255 {
        let word = Premultiplication.premultiply(channel | channel << 8 | channel << 16 | alpha << 24)
        let expected = UInt32((Double(channel * alpha) / 255).rounded())
        #expect(word == expected | expected << 8 | expected << 16 | alpha << 24)
      }
    }
  }

  /// Such words break the guarantee of `Pixmap`; the result still has four whole channels.
  @Test func channelsAboveAlphaAreLimited() {
    #expect(Premultiplication.unpremultiply(0x01FF_FFFF) == 0x01FF_FFFF)
    #expect(Premultiplication.unpremultiply(0x00FF_FFFF) == 0)
  }
}
