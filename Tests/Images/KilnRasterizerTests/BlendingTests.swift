import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

@Suite struct BlendingTests {
  private let everything = Path.rect(Rect(x: 0, y: 0, width: 4, height: 4))

  private func painted(_ colors: [PremultipliedColor], path: Path? = nil) -> Pixmap {
    var pixmap = Pixmap(width: 4, height: 4)
    var rasterizer = Rasterizer()
    for color in colors {
      rasterizer.fill(path ?? everything, transform: .identity, rule: .nonZero, color: color, into: &pixmap)
    }
    return pixmap
  }

  @Test func halfOverHalfIsThreeQuarters() {
    let half = PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    #expect(painted([half, half])[1, 1] == 192 << 24 || painted([half, half])[1, 1] == 191 << 24)
  }

  @Test func opaqueStaysOpaqueUnderAnything() {
    var random = SplitMix64(seed: 13)
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    for _ in 0..<200 {
      let color = PremultipliedColor(red: unit(), green: unit(), blue: unit(), alpha: unit())
      let shape = Path.ellipse(center: Point(2, 2), radii: Size(unit() * 3, unit() * 3))
      var pixmap = painted([.white])
      var rasterizer = Rasterizer()
      rasterizer.fill(shape, transform: .identity, rule: .nonZero, color: color, into: &pixmap)
      #expect(pixmap.pixels.allSatisfy { $0 >> 24 == 255 })
    }
  }

  @Test func noChannelExceedsAlpha() {
    var random = SplitMix64(seed: 14)
    func unit() -> Double { Double.random(in: -0.2...1.2, using: &random) }
    var pixmap = Pixmap(width: 4, height: 4)
    var rasterizer = Rasterizer()
    for _ in 0..<500 {
      let color = PremultipliedColor(red: unit(), green: unit(), blue: unit(), alpha: unit() * 0.3)
      let shape = Path.ellipse(center: Point(4 * unit(), 4 * unit()), radii: Size(2, 1))
      rasterizer.fill(shape, transform: .identity, rule: .nonZero, color: color, into: &pixmap)
      #expect(
        pixmap.pixels.allSatisfy { $0 & 255 <= $0 >> 24 && $0 >> 8 & 255 <= $0 >> 24 && $0 >> 16 & 255 <= $0 >> 24 })
    }
  }

  @Test func colourIsPremultipliedAndClamped() {
    #expect(PremultipliedColor(red: 1, green: 0.5, blue: 0, alpha: 0.5).word == 0x8000_4080)
    #expect(PremultipliedColor(red: 7, green: -7, blue: .infinity, alpha: 2).word == 0xFFFF_00FF)
    #expect(PremultipliedColor(red: .nan, green: 0, blue: 0, alpha: .nan).alpha <= 255)
  }

  @Test func transparentColourPaintsNothing() {
    let pixmap = painted([PremultipliedColor(red: 1, green: 1, blue: 1, alpha: 0)])
    #expect(pixmap.contentBounds.isEmpty)
  }

  @Test func strokeIsStretchedByTheTransform() {
    var pixmap = Pixmap(width: 20, height: 20)
    var rasterizer = Rasterizer()
    rasterizer.stroke(
      Path(text: "M0 1 L10 1"), style: StrokeStyle(width: 1), transform: .scale(2, 8), color: .white, into: &pixmap)
    #expect(pixmap.contentBounds == PixelRect(x: 0, y: 4, width: 20, height: 8))
    #expect(pixmap.pixels.allSatisfy { $0 == 0 || $0 == 0xFFFF_FFFF })
  }

  @Test(arguments: [0, .nan, .infinity, 1e-300, 1e300] as [Double]) func strokeUnderOddTransformsNeverTraps(
    scale: Double
  ) {
    var pixmap = Pixmap(width: 4, height: 4)
    var rasterizer = Rasterizer()
    rasterizer.stroke(
      Path(text: "M0 1 C1 2 3 4 2 1 Z"), style: StrokeStyle(width: 1, cap: .round, join: .round),
      transform: .scale(scale, scale), color: .white, into: &pixmap)
    #expect(pixmap.contentBounds.isEmpty)
  }
}

@Suite struct CompositingTests {
  private func random(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool = false) -> Pixmap {
    var random = SplitMix64(seed: seed)
    var bytes = random.bytes(count: width * height * 4)
    if opaque { for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 } }
    return Pixmap(width: width, height: height, straightRGBA: bytes)
  }

  @Test func opaqueSourceReplacesWhatIsThere() {
    let source = random(3, 2, seed: 1, opaque: true)
    let under = random(6, 5, seed: 2)
    var target = under
    target.draw(source, x: 2, y: 1, opacity: 1)
    var expected = under
    expected.copy(source, x: 2, y: 1)
    #expect(target == expected)
  }

  /// The result of drawing at a place, cropped, does not depend on where the target ends.
  @Test func sourceIsClippedAtAllFourSides() {
    let source = random(5, 4, seed: 3)
    let mask = random(5, 4, seed: 4)
    let under = random(6, 6, seed: 5)
    for x in -6...7 {
      for y in -5...7 {
        var large = Pixmap(width: 24, height: 24)
        large.copy(under, x: 9, y: 9)
        large.draw(source, x: 9 + x, y: 9 + y, opacity: 0.7, mask: mask)
        var target = under
        target.draw(source, x: x, y: y, opacity: 0.7, mask: mask)
        #expect(target == large.cropped(to: PixelRect(x: 9, y: 9, width: 6, height: 6)))
      }
    }
  }

  @Test func opacityAndMaskMultiplyAlpha() {
    let source = Pixmap(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    let mask = Pixmap(width: 1, height: 1, pixels: [0x8000_0000])
    func alpha(_ opacity: Double, _ mask: Pixmap?) -> UInt32 {
      var target = Pixmap(width: 1, height: 1)
      target.draw(source, x: 0, y: 0, opacity: opacity, mask: mask)
      return target.pixels[0] >> 24
    }
    #expect(alpha(1, nil) == 255 && alpha(0.5, nil) == 128 && alpha(0, nil) == 0)
    #expect(alpha(1, mask) == 128 && alpha(0.5, mask) == 64)
    #expect(alpha(5, nil) == 255 && alpha(-5, nil) == 0)
  }

  @Test func transparentMaskHidesEverything() {
    let under = random(3, 3, seed: 6)
    var target = under
    target.draw(random(3, 3, seed: 7), x: 0, y: 0, opacity: 1, mask: Pixmap(width: 3, height: 3))
    #expect(target == under)
  }
}
