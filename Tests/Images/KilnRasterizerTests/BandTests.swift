import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

@Suite struct BandTests {
  private let width = 90
  private let height = 70

  /// What `draw` draws on the whole of a canvas equals what it draws in bands.
  private func expectEqual(_ bands: [Range<Int>], _ draw: (inout Rasterizer, Canvas) -> Void) {
    var (whole, divided) = (Pixmap(width: width, height: height), Pixmap(width: width, height: height))
    var rasterizer = Rasterizer()
    whole.withCanvas { draw(&rasterizer, $0) }
    divided.withCanvas { for band in bands { draw(&rasterizer, $0.band(band)) } }
    #expect(whole == divided)
  }

  private func bands(_ random: inout SplitMix64) -> [Range<Int>] {
    var ends = [0, height]
    for _ in 0..<4 { ends.append(.random(in: 0...height, using: &random)) }
    ends.sort()
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
  }

  private func path(points: Int, _ random: inout SplitMix64) -> Path {
    func point() -> Point { Point(.random(in: -20...110, using: &random), .random(in: -20...90, using: &random)) }
    var path = Path()
    path.move(to: point())
    for index in 1..<points {
      switch index % 5 {
      case 0: path.cubic(point(), point(), to: point())
      case 1 where index % 7 == 0: path.move(to: point())
      // Steep lines, which go through many rows.
      case 2: path.line(to: Point(.random(in: 0...90, using: &random), index % 2 == 0 ? 3.25 : 64))
      default: path.line(to: point())
      }
    }
    return path
  }

  @Test func bandsOfPathsAreRowsOfTheWhole() {
    var random = SplitMix64(seed: 3)
    let layer = Pixmap(width: 60, height: 50, pixels: (0..<3000).map { _ in UInt32(random.next() & 127) * 0x0101_0101 })
    let paints: [Rasterizer.Paint] = [
      .color(.white), .color(PremultipliedColor(red: 0.2, green: 0, blue: 0.4, alpha: 0.5)),
      .gradient(
        GradientShader(
          .radial(center: Point(40, 30), radius: 50, focus: Point(20, 20)),
          GradientTable { PremultipliedColor(red: $0, green: 0, blue: 0, alpha: 1) }, opacity: 0.8), .identity),
      .layer(Layer(layer), x: 12, y: 9, opacity: 0.6),
    ]
    for round in 0..<120 {
      let path = path(points: 3 + round / 3, &random)
      let area = Rasterizer.Area(path, .scale(round % 4 == 0 ? 0.7 : 1, 1), resolvesOverlaps: round % 5 != 0)
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      expectEqual(bands(&random)) { $0.fill(area, rule: rule, with: paints[round % paints.count], into: $1) }
    }
  }

  /// Coverage that was stored while some rows were drawn is that of all rows.
  @Test func storedCoverageServesAllBands() {
    var random = SplitMix64(seed: 8)
    for round in 0..<20 {
      let area = Rasterizer.Area(path(points: 8, &random), .identity)
      var (rasterizer, cache) = (Rasterizer(), CachedCoverage())
      var whole = Pixmap(width: width, height: height)
      rasterizer.fill(area, rule: .evenOdd, with: .color(.white), into: &whole)
      for rows in [5..<20, 12..<40, 0..<70, 40..<41, 60..<70] {
        // There is no memory for the other rows.
        var layer = Layer(width: width, height: height, rows: rows)
        layer.withCanvas {
          rasterizer.fill(area, rule: .evenOdd, with: .color(.white), in: nil, cache: &cache, into: $0)
        }
        let inside = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
        #expect(layer.pixmap == whole.cropped(to: inside), "round \(round)")
      }
      #expect(cache.spanCount > 0)
    }
  }

  /// So many lines that some might have to be left out.
  @Test func bandsOfVeryManyLinesAreRowsOfTheWhole() {
    var random = SplitMix64(seed: 5)
    let area = Rasterizer.Area(path(points: 6000, &random), .identity)
    expectEqual(bands(&random)) { $0.fill(area, rule: .evenOdd, with: .color(.white), into: $1) }
  }

  @Test func bandsOfRectanglesAndImagesAreRowsOfTheWhole() {
    var random = SplitMix64(seed: 4)
    let image = Pixmap(width: 20, height: 30, pixels: (0..<600).map { _ in UInt32(random.next() & 127) * 0x0101_0101 })
    for round in 0..<40 {
      let turn = round % 2 == 0 ? Affine.identity : .rotation(radians: Double(round))
      let transform = Affine.translation(30.3, 25.7) * turn * .scale(Double(1 + round % 3), 1.3)
      expectEqual(bands(&random)) { rasterizer, canvas in
        rasterizer.draw(MipmappedImage(image), transform: transform, opacity: 0.7, into: canvas)
        let area = Rasterizer.Area(Rect(x: -9.5, y: -20, width: 70, height: 31.4), transform)
        rasterizer.fill(
          area, rule: .nonZero, with: .color(PremultipliedColor(red: 0, green: 0, blue: 1, alpha: 0.5)), into: canvas)
      }
    }
  }

  @Test func bandsOfLayersAreRowsOfTheWhole() {
    var random = SplitMix64(seed: 6)
    func layer(_ rows: Range<Int>, of pixmap: Pixmap) -> Layer {
      var layer = Layer(width: 40, height: 50, rows: rows)
      layer.pixmap.pixels = Array(pixmap.pixels[40 * rows.lowerBound..<40 * rows.upperBound])
      return layer
    }
    let (picture, mask) = (
      Pixmap(width: 40, height: 50, pixels: (0..<2000).map { _ in UInt32(random.next() & 127) * 0x0101_0101 }),
      Pixmap(width: 40, height: 50, pixels: (0..<2000).map { _ in UInt32(random.next() & 127) * 0x0101_0101 })
    )
    for _ in 0..<10 {
      expectEqual(bands(&random)) { _, canvas in
        let rows = canvas.rows(of: PixelRect(x: 7, y: 12, width: 40, height: 50))
        if rows.isEmpty { return }
        let (picture, mask) = (layer(rows, of: picture), layer(rows, of: mask))
        canvas.draw(picture, x: 7, y: 12, opacity: 0.8)
        canvas.draw(picture, x: 7, y: 12, opacity: 0.8, mask: mask)
        canvas.blend(picture, x: 7, y: 12, mode: .multiply)
      }
    }
  }
}
