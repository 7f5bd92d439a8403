import KilnGeometry
import KilnPixels
import KilnRasterizer
import Testing

@Suite struct FillTests {
  @Test func alignedRectangleCoversItsPixelsExactly() {
    var pixmap = Pixmap(width: 8, height: 8)
    var rasterizer = Rasterizer()
    rasterizer.fill(
      .rect(Rect(x: 2, y: 3, width: 4, height: 2)), transform: .identity, rule: .nonZero, color: .white, into: &pixmap)
    for y in 0..<8 {
      for x in 0..<8 { #expect(pixmap[x, y] == ((2..<6).contains(x) && (3..<5).contains(y) ? 0xFFFF_FFFF : 0)) }
    }
  }

  @Test func halfCoveredPixelIsHalfOpaque() {
    var pixmap = Pixmap(width: 2, height: 1)
    var rasterizer = Rasterizer()
    rasterizer.fill(
      .rect(Rect(x: 0.5, y: 0, width: 1, height: 1)), transform: .identity, rule: .nonZero, color: .white, into: &pixmap
    )
    #expect(pixmap.pixels.map { $0 >> 24 } == [128, 128])
  }
}
