import KilnPixels
import Testing

@Suite struct ResizingTests {
  private func pixmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> Pixmap {
    var result = Pixmap(width: width, height: height)
    for y in 0..<height { for x in 0..<width { result[x, y] = pixel(x, y) } }
    return result
  }

  @Test(arguments: [(1, 1), (3, 7), (10, 10), (13, 4), (40, 33), (1, 50)])
  func anEvenColourStays(width: Int, height: Int) {
    let even = pixmap(10, 9) { _, _ in 0x8040_2010 }
    #expect(even.resized(width: width, height: height) == pixmap(width, height) { _, _ in 0x8040_2010 })
  }

  @Test func halvesAreMeans() {
    // Two halves, each of one colour: away from the edge, nothing is mixed.
    let halves = pixmap(16, 4) { x, _ in x < 8 ? 0xFF00_00FF : 0xFFFF_0000 }
    let small = halves.resized(width: 8, height: 2)
    #expect(small[0, 0] == 0xFF00_00FF)
    #expect(small[7, 1] == 0xFFFF_0000)
  }

  @Test func enlargedIsInterpolated() {
    let two = pixmap(2, 1) { x, _ in x == 0 ? 0xFF00_0000 : 0xFF64_6464 }
    let four = two.resized(width: 4, height: 1)
    #expect((0..<4).map { four[$0, 0] & 255 } == [0, 25, 75, 100])
  }

  @Test func noChannelExceedsAlpha() {
    // A hard edge makes a cubic filter overshoot.
    let edge = pixmap(32, 32) { x, y in (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0 }
    for size in [5, 11, 20, 31, 47] {
      for pixel in edge.resized(width: size, height: size).pixels {
        for shift in [UInt32(0), 8, 16] { #expect(pixel >> shift & 255 <= pixel >> 24) }
      }
    }
  }

  @Test func emptyPicturesStayEmpty() {
    #expect(Pixmap(width: 0, height: 0).resized(width: 4, height: 4).pixels.isEmpty)
  }
}
