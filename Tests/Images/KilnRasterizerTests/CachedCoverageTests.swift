import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

@Suite struct CachedCoverageTests {
  /// A path of curves that overlap each other, partly beyond a canvas of 20 pixels.
  private func path(_ random: inout SplitMix64) -> Path {
    func point() -> Point { Point(.random(in: -3...25, using: &random), .random(in: -3...25, using: &random)) }
    var path = Path()
    for _ in 0..<3 {
      path.move(to: point())
      path.cubic(point(), point(), to: point())
      path.line(to: point())
    }
    return path
  }

  private let paints: [Rasterizer.Paint] = [
    .color(.white),
    .color(PremultipliedColor(red: 0.2, green: 0, blue: 0.4, alpha: 0.5)),
    .gradient(
      GradientShader(
        .linear(start: .zero, end: Point(20, 9)),
        GradientTable { PremultipliedColor(red: $0, green: 0, blue: 0, alpha: 1) }, opacity: 0.3),
      .identity),
    .layer(
      Layer(Pixmap(width: 15, height: 12, pixels: Array(repeating: 0x8040_2010, count: 180))), x: 2, y: 3, opacity: 0.6),
  ]

  /// In the same place for the first, the second and later times, then elsewhere, and back again.
  @Test func cachedCoverageChangesNoPixel() {
    var random = SplitMix64(seed: 7)
    var rasterizer = Rasterizer()
    for round in 0..<60 {
      let path = path(&random)
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      let limits = round % 3 == 0 ? PixelRect(minX: 3, minY: 0, maxX: 17, maxY: 11) : nil
      var cache = CachedCoverage()
      for (shift, paint) in [
        (0.0, 0), (0, 1), (0, 0), (0, 1), (0.4, 1), (0.4, 1), (0.4, 2), (0.4, 2), (0.4, 3), (0, 2),
      ] {
        let area = Rasterizer.Area(path, .translation(shift, 0))
        var (fresh, again) = (Pixmap(width: 20, height: 20), Pixmap(width: 20, height: 20))
        rasterizer.fill(area, rule: rule, with: paints[paint], in: limits, into: &fresh)
        rasterizer.fill(area, rule: rule, with: paints[paint], in: limits, cache: &cache, into: &again)
        #expect(fresh == again)
      }
      #expect(cache.spanCount > 0)
    }
  }
}
