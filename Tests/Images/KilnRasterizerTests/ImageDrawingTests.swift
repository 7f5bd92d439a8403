import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

@Suite struct ImageDrawingTests {
  private func drawn(
    _ image: Pixmap, _ transform: Affine, opacity: Double = 1, width: Int = 16, height: Int = 16
  ) -> Pixmap {
    var target = Pixmap(width: width, height: height)
    var rasterizer = Rasterizer()
    rasterizer.draw(MipmappedImage(image), transform: transform, opacity: opacity, into: &target)
    return target
  }

  private func random(_ width: Int, _ height: Int, opaque: Bool = false) -> Pixmap {
    var random = SplitMix64(seed: 15)
    var bytes = random.bytes(count: width * height * 4)
    if opaque { for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 } }
    return Pixmap(width: width, height: height, straightRGBA: bytes)
  }

  private func channels(_ pixel: UInt32) -> [Int] { [0, 8, 16, 24].map { Int(pixel >> UInt32($0) & 255) } }

  @Test func identityIsExact() {
    let image = random(16, 16)
    #expect(drawn(image, .identity) == image)
  }

  @Test(arguments: [(3, 2), (-4, 5), (9, -7), (-16, 0), (100, 100)]) func wholePixelTranslationIsExact(x: Int, y: Int) {
    let image = random(16, 16)
    var expected = Pixmap(width: 16, height: 16)
    expected.draw(image, x: x, y: y, opacity: 1)
    #expect(drawn(image, .translation(Double(x), Double(y))) == expected)
  }

  @Test func quarterTurnIsExact() {
    let image = random(5, 3)
    let turned = drawn(image, Affine(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 0), width: 3, height: 5)
    for y in 0..<3 { for x in 0..<5 { #expect(turned[2 - y, x] == image[x, y]) } }
  }

  @Test func halfPixelShiftIsTheMean() {
    let image = random(16, 16, opaque: true)
    let shifted = drawn(image, .translation(0.5, 0))
    for y in 0..<16 {
      for x in 1..<16 {
        for (channel, pair) in zip(channels(shifted[x, y]), zip(channels(image[x - 1, y]), channels(image[x, y]))) {
          #expect(abs(Double(channel) - Double(pair.0 + pair.1) / 2) <= 0.5)
        }
      }
      // Half of the first pixel is not covered.
      #expect(shifted[0, y] >> 24 == 128)
    }
  }

  @Test func quarterSizeIsTheMeanOfSixteenPixels() {
    let image = random(16, 16)
    let small = drawn(image, .scale(0.25, 0.25), width: 4, height: 4)
    for y in 0..<4 {
      for x in 0..<4 {
        let block = image.cropped(to: PixelRect(x: x * 4, y: y * 4, width: 4, height: 4)).pixels.map(channels)
        for (index, channel) in channels(small[x, y]).enumerated() {
          // Rounded at both halvings.
          #expect(abs(Double(channel) - Double(block.reduce(0) { $0 + $1[index] }) / 16) <= 1)
        }
      }
    }
  }

  /// A black left and a white right part meet at the same place at every size, also when halves are not whole.
  @Test(arguments: [5, 7, 9, 13, 31, 33]) func pictureOfOddSizeIsNotStretchedWhenItShrinks(size: Int) {
    var image = Pixmap(width: size, height: size)
    for index in image.pixels.indices { image.pixels[index] = index % size < 4 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let small = drawn(image, .scale(0.5, 0.5), width: (size + 1) / 2, height: (size + 1) / 2)
    #expect((0..<size / 2).map { small[$0, 0] } == (0..<size / 2).map { $0 < 2 ? 0xFF00_0000 : 0xFFFF_FFFF })
  }

  @Test func opacityScalesAllChannels() {
    let image = Pixmap(width: 2, height: 1, pixels: [0xFFFF_FFFF, 0x8000_4080])
    #expect(drawn(image, .identity, opacity: 0.5, width: 2, height: 1).pixels == [0x8080_8080, 0x4000_2040])
    #expect(drawn(image, .identity, opacity: 0, width: 2, height: 1).pixels == [0, 0])
    #expect(drawn(image, .identity, opacity: .nan, width: 2, height: 1).pixels[0] >> 24 <= 255)
  }

  @Test func opaquePictureStaysOpaqueInside() {
    let image = random(16, 16, opaque: true)
    var target = Pixmap(width: 16, height: 16)
    var rasterizer = Rasterizer()
    let transform = Affine.translation(8, 8) * .rotation(radians: 0.4) * .scale(3, 2.6) * .translation(-8, -8)
    rasterizer.draw(MipmappedImage(image), transform: transform, opacity: 1, into: &target)
    #expect(target.pixels.allSatisfy { $0 >> 24 == 255 })
  }

  @Test func emptyPicturesAndOddTransformsDrawNothing() {
    #expect(drawn(Pixmap(width: 0, height: 0), .identity).contentBounds.isEmpty)
    #expect(drawn(Pixmap(width: 0, height: 5), .identity).contentBounds.isEmpty)
    let image = random(4, 4, opaque: true)
    for transform in [
      Affine.scale(0, 1), .scale(.nan, 1), .scale(.infinity, 1), .translation(.nan, 0), .scale(1e-200, 1e-200),
      Affine(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
    ] { #expect(drawn(image, transform).contentBounds.isEmpty) }
    #expect(drawn(image, .scale(1e200, 1e200)).pixels.allSatisfy { $0 >> 24 <= 255 })
  }
}
