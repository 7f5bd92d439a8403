import KilnPixels
import KilnRasterizer
import Testing

@Suite struct BlendModeTests {
  private let backdrop: UInt32 = 200 | 100 << 8 | 50 << 16 | 255 << 24
  private let source: UInt32 = 100 | 200 << 8 | 150 << 16 | 255 << 24

  /// Worked out by hand from the formulas of Compositing and Blending Level 1, and those of add and hard mix.
  @Test(arguments: [
    (BlendMode.normal, [100, 200, 150]), (.multiply, [78, 78, 29]), (.screen, [222, 222, 171]),
    (.darken, [100, 100, 50]), (.lighten, [200, 200, 150]), (.difference, [100, 100, 100]),
    (.exclusion, [143, 143, 141]), (.overlay, [188, 157, 59]), (.hardLight, [157, 188, 86]),
    (.colorDodge, [255, 255, 121]), (.colorBurn, [115, 57, 0]), (.luminosity, [240, 140, 90]),
    (.add, [255, 255, 200]), (.hardMix, [255, 255, 0]),
  ])
  func opaqueColours(mode: BlendMode, expected: [Int]) {
    let pixel = blend(source, over: backdrop, mode)
    let channels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
    for (channel, value) in zip(channels, expected) {
      #expect(abs(Int(channel) - value) <= 1, "\(mode) \(channels)")
    }
    #expect(pixel >> 24 == 255)
  }

  @Test(arguments: BlendMode.allCases)
  func overNothingTheSourceStaysAsItIs(mode: BlendMode) {
    let half = Premultiplication.premultiply(source & 0xFF_FFFF | 128 << 24)
    #expect(blend(half, over: 0, mode) == half)
  }

  @Test(arguments: BlendMode.allCases)
  func noChannelExceedsAlpha(mode: BlendMode) {
    for alpha in stride(from: UInt32(1), through: 255, by: 23) {
      let pixel = blend(
        Premultiplication.premultiply(source & 0xFF_FFFF | alpha << 24),
        over: Premultiplication.premultiply(backdrop & 0xFF_FFFF | (256 - alpha) << 24), mode)
      for shift in [UInt32(0), 8, 16] { #expect(pixel >> shift & 255 <= pixel >> 24) }
    }
  }

  /// A block of four, then three, with pixels that are transparent in one or both, and equal neighbours.
  @Test(arguments: BlendMode.allCases)
  func pixelsOfARowAreBlendedAsEachAlone(mode: BlendMode) {
    func premultiplied(_ color: UInt32, _ alpha: UInt32) -> UInt32 {
      Premultiplication.premultiply(color & 0xFF_FFFF | alpha << 24)
    }
    let sources = [(source, 255), (backdrop, 90), (0, 0), (0x10FF, 7), (0xFF_FFFF, 200), (0x80_8080, 128), (source, 1)]
      .map { premultiplied($0, $1) }
    let backdrops = [(backdrop, 255), (0, 0), (source, 40), (0xFF_0000, 255), (0x7F_7F7F, 99), (source, 255), (0, 255)]
      .map { premultiplied($0, $1) }
    var row = Pixmap(width: 7, height: 2, pixels: backdrops + backdrops)
    row.blend(Pixmap(width: 7, height: 2, pixels: sources + sources), x: 0, y: 0, mode: mode)
    let alone = zip(sources, backdrops).map { blend($0, over: $1, mode) }
    #expect(row.pixels == alone + alone)
  }

  private func blend(_ source: UInt32, over backdrop: UInt32, _ mode: BlendMode) -> UInt32 {
    var pixmap = Pixmap(width: 1, height: 1, pixels: [backdrop])
    pixmap.blend(Pixmap(width: 1, height: 1, pixels: [source]), x: 0, y: 0, mode: mode)
    return pixmap.pixels[0]
  }
}
