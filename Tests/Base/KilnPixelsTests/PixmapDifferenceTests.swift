import KilnPixels
import KilnTestSupport
import Testing

@Suite struct PixmapDifferenceTests {
  /// Against the plainest way to find it, with few changes and many, in all of a picture and in a part.
  @Test func boundsHoldAllDifferencesAndNoMore() {
    var random = SplitMix64(seed: 7)
    for changes in [0, 1, 2, 3, 40] {
      for _ in 0..<50 {
        let before = Pixmap(width: 13, height: 9)
        var after = before
        for _ in 0..<changes {
          after[Int.random(in: 0..<13, using: &random), Int.random(in: 0..<9, using: &random)] = 0xFF00_00FF
        }
        for area in [before.bounds, PixelRect(minX: 3, minY: 2, maxX: 9, maxY: 8)] {
          var expected = PixelRect(minX: 99, minY: 99, maxX: 0, maxY: 0)
          for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX where after[x, y] != 0 {
              expected.minX = min(expected.minX, x)
              expected.maxX = max(expected.maxX, x + 1)
              expected.minY = min(expected.minY, y)
              expected.maxY = max(expected.maxY, y + 1)
            }
          }
          let bounds = after.differenceBounds(from: before, in: area)
          #expect(bounds.isEmpty ? expected.isEmpty : bounds == expected)
        }
      }
    }
  }
}
