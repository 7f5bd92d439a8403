import KilnPalettes
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct SharedPaletteTests {
  /// Premultiplied pixels of all alphas.
  private static let picture: Pixmap = {
    var numbers = SplitMix64(seed: 7)
    var picture = Pixmap(width: 64, height: 64)
    for index in picture.pixels.indices {
      let word = UInt32(truncatingIfNeeded: numbers.next())
      picture.pixels[index] =
        index % 5 == 0 ? 0 : Premultiplication.premultiply(index % 3 == 0 ? word : word | 0xFF00_0000)
    }
    return picture
  }()

  private func palette(_ count: Int, isDithered: Bool = false) -> SharedPalette {
    var histogram = ColorHistogram()
    histogram.add(Self.picture)
    return SharedPalette(histogram, count: count, isDithered: isDithered)
  }

  @Test(arguments: [1, 2, 15, 255], [false, true]) func colorsAreFewAndPremultiplied(count: Int, isDithered: Bool) {
    let palette = palette(count, isDithered: isDithered)
    #expect(palette.colors.count <= count)
    for color in palette.colors {
      #expect([color & 255, color >> 8 & 255, color >> 16 & 255].allSatisfy { $0 <= color >> 24 })
    }
    let shown = palette.applied(to: Self.picture)
    #expect(Set(shown.pixels).subtracting([0]).isSubset(of: palette.colors))
    #expect(zip(shown.pixels, Self.picture.pixels).allSatisfy { ($0 == 0) == ($1 == 0) })
  }

  /// A pixel depends on its own colour and place only.
  @Test func otherPixelsDoNotMatter() {
    let palette = palette(12, isDithered: true)
    let whole = palette.applied(to: Self.picture)
    var changed = Self.picture
    for index in changed.pixels.indices where index % 2 == 0 { changed.pixels[index] = 0xFF20_4060 }
    let shown = palette.applied(to: changed)
    for index in whole.pixels.indices where index % 2 == 1 { #expect(shown.pixels[index] == whole.pixels[index]) }
  }

  /// Few colours stay as they are.
  @Test func enoughColorsAreExact() {
    var picture = Pixmap(width: 4, height: 1)
    picture.pixels = [0xFF00_00FF, 0xFF00_FF00, 0x8000_0080, 0]
    var histogram = ColorHistogram()
    histogram.add(picture)
    #expect(SharedPalette(histogram, count: 9, isDithered: true).applied(to: picture) == picture)
  }
}
