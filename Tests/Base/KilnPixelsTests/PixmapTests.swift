import KilnPixels
import KilnTestSupport
import Testing

@Suite struct PixmapTests {
  private func random(_ width: Int, _ height: Int, seed: UInt64) -> Pixmap {
    var random = SplitMix64(seed: seed)
    return Pixmap(width: width, height: height, straightRGBA: random.bytes(count: width * height * 4))
  }

  @Test func sizesBelowZeroCountAsZero() {
    let pixmap = Pixmap(width: -3, height: 5)
    #expect(pixmap.width == 0 && pixmap.height == 5 && pixmap.pixels.isEmpty)
    #expect(pixmap.contentBounds.isEmpty && pixmap.bounds.isEmpty)
  }

  @Test func straightBytesAndBackKeepEveryPremultipliedPixel() {
    let pixmap = random(64, 64, seed: 1)
    #expect(Pixmap(width: 64, height: 64, straightRGBA: pixmap.straightRGBA) == pixmap)
    #expect(Pixmap(width: 1, height: 1, straightRGBA: [255, 128, 0, 128]).pixels == [0x8000_4080])
    #expect(Pixmap(width: 1, height: 1, pixels: [0x8000_4080]).straightRGBA == [255, 128, 0, 128])
    #expect(Pixmap(width: 1, height: 1, straightRGBA: [9, 9, 9, 0]).pixels == [0])
  }

  @Test func croppedPartCopiedBackChangesNothing() {
    let pixmap = random(9, 7, seed: 2)
    let part = pixmap.cropped(to: PixelRect(x: 2, y: 3, width: 5, height: 4))
    #expect(part.width == 5 && part.height == 4 && part[0, 0] == pixmap[2, 3] && part[4, 3] == pixmap[6, 6])
    var copy = pixmap
    copy.copy(part, x: 2, y: 3)
    #expect(copy == pixmap)
    copy.copy(part, x: 0, y: 0)
    #expect(copy[0, 0] == pixmap[2, 3] && copy[5, 0] == pixmap[5, 0])
    #expect(pixmap.cropped(to: PixelRect(x: 3, y: 3, width: 0, height: 2)).pixels.isEmpty)
  }

  /// Against the definition, pixel by pixel.
  @Test func boundsHoldJustWhatCounts() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var a = Pixmap(width: 6, height: 5)
      var b = a
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        a[.random(in: 0..<6, using: &random), .random(in: 0..<5, using: &random)] = 0x0100_0000
        b[.random(in: 0..<6, using: &random), .random(in: 0..<5, using: &random)] = 0x0100_0000
      }
      let places = (0..<30).map { PixelRect(x: $0 % 6, y: $0 / 6, width: 1, height: 1) }
      let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
      let content = places.filter { a[$0.minX, $0.minY] != 0 }.reduce(none) { $0.union($1) }
      let different = places.filter { a[$0.minX, $0.minY] != b[$0.minX, $0.minY] }.reduce(none) { $0.union($1) }
      #expect(a.contentBounds == content || content.isEmpty && a.contentBounds.isEmpty)
      let found = a.differenceBounds(from: b)
      #expect(found == different || different.isEmpty && found.isEmpty)
    }
  }

  @Test func clearedPixmapIsTransparent() {
    var pixmap = random(3, 3, seed: 4)
    pixmap.clear()
    #expect(pixmap == Pixmap(width: 3, height: 3))
  }
}

@Suite struct PixelRectTests {
  private let rect = PixelRect(x: 1, y: 2, width: 3, height: 4)

  @Test func emptyRectanglesCountForNothing() {
    let empty = PixelRect(minX: 9, minY: 9, maxX: 3, maxY: 20)
    #expect(empty.isEmpty && empty.width == 0 && rect.union(empty) == rect && empty.union(rect) == rect)
    #expect(rect.intersection(empty).isEmpty)
  }

  @Test func edgesAreHalfOpen() {
    #expect(rect.intersection(PixelRect(x: 4, y: 2, width: 1, height: 1)).isEmpty)
    #expect(rect.intersection(PixelRect(x: 3, y: 5, width: 9, height: 9)) == PixelRect(x: 3, y: 5, width: 1, height: 1))
    #expect(rect.union(PixelRect(x: 9, y: 0, width: 1, height: 1)) == PixelRect(minX: 1, minY: 0, maxX: 10, maxY: 6))
  }
}
