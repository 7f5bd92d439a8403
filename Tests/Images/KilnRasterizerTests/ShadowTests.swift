import KilnGeometry
import KilnPixels
import KilnRasterizer
import Testing

@Suite struct ShadowTests {
  /// Sides with each remainder of four, which is how many rows are blurred at a time.
  private static let sides = [(1, 1), (4, 5), (7, 4), (6, 11), (33, 18), (2, 40)]

  @Test(arguments: sides, [(0.0, 0.0), (0.8, 0.0), (0.0, 1.5), (1.9, 6.0), (9.0, 2.0), (300.0, 40.0)])
  func alphaOfABlackShadowIsThatOfTheBlurredPicture(_ size: (Int, Int), _ deviation: (Double, Double)) {
    let picture = Self.picture(width: size.0, height: size.1)
    var blurred = picture
    blurred.blur(deviationX: deviation.0, deviationY: deviation.1)
    var shadow = picture
    shadow.addShadow(
      of: picture, color: SIMD4(0, 0, 0, 1), offset: Point(0, 0), deviationX: deviation.0, deviationY: deviation.1,
      showsPicture: false)
    #expect(shadow.pixels == blurred.pixels.map { $0 & 0xFF00_0000 })
  }

  @Test func shadowIsMovedAndColoredBelowThePicture() {
    var picture = Pixmap(width: 5, height: 4)
    picture.pixels[6] = 0xFF00_FF00
    var result = picture
    result.addShadow(
      of: picture, color: SIMD4(1, 0, 0, 0.5), offset: Point(2, 1), deviationX: 0, deviationY: 0, showsPicture: true)
    var expected = picture
    expected.pixels[13] = 0x8000_0080
    #expect(result.pixels == expected.pixels)
  }

  /// Premultiplied grey of many opacities, with rows of nothing.
  private static func picture(width: Int, height: Int) -> Pixmap {
    var picture = Pixmap(width: width, height: height)
    for index in picture.pixels.indices where index / width % 5 != 3 {
      let alpha = UInt32((index &* 2_654_435_761) >> 7 & 255)
      picture.pixels[index] = alpha << 24 | alpha / 2 &* 0x0001_0101
    }
    return picture
  }
}
