import KilnComparison
import KilnPixels
import Testing

@Suite struct PictureDifferenceTests {
  private static func filled(_ color: UInt32, _ area: PixelRect, side: Int = 60) -> Pixmap {
    var picture = Pixmap(width: side, height: side)
    for y in area.minY..<area.maxY { for x in area.minX..<area.maxX { picture[x, y] = color } }
    return picture
  }

  @Test func equalPicturesDoNotDiffer() {
    let picture = Self.filled(0xFF00_80FF, PixelRect(x: 10, y: 10, width: 20, height: 20))
    let difference = PictureDifference(picture, picture)
    #expect(difference.similarity == 1 && difference.contentSimilarity == 1 && difference.psnr == 99)
    #expect(difference.badPixels == 0 && difference.largestDifference == 0 && !difference.isBlank)
    #expect(PictureDifference(Pixmap(width: 9, height: 9), Pixmap(width: 9, height: 9)).isBlank)
  }

  /// Opaque black and grey of 40: every channel differs by 40 in 400 of 3600 pixels.
  @Test func errorsAreThoseOfTheDefinitions() {
    let area = PixelRect(x: 10, y: 10, width: 20, height: 20)
    let difference = PictureDifference(Self.filled(0xFF00_0000, area), Self.filled(0xFF28_2828, area))
    #expect(difference.largestDifference == 40)
    #expect(abs(difference.badPixels - 400.0 / 3600) < 1e-9)
    // 10 log₁₀(255² / (40² × 400 / 3600))
    #expect(abs(difference.psnr - 25.6326) < 1e-3)
    // The content is a part of the picture, so that the whole counts the difference less.
    #expect(difference.contentSimilarity < difference.similarity && difference.similarity < 1)
  }

  /// White on white is seen on grey.
  @Test func theWorseBackgroundCounts() {
    let area = PixelRect(x: 20, y: 20, width: 20, height: 20)
    let difference = PictureDifference(Pixmap(width: 60, height: 60), Self.filled(0xFFFF_FFFF, area))
    #expect(difference.largestDifference == 137 && difference.contentSimilarity < 0.8)
  }
}
