import Pixels
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
