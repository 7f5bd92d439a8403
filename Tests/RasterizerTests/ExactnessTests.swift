import Geometry
import Pixels
import Rasterizer
import TestSupport
import Testing

/// Random polygons without overlaps against 64 × 64 samples a pixel.
@Suite struct ExactnessTests {
  private static let side = 12

  /// Vertices at growing angles around a centre: every edge is seen from there, so none crosses another one.
  private func star(_ random: inout SplitMix64) -> [Point] {
    let count = Int.random(in: 3...9, using: &random)
    let center = Point(.random(in: 3...9, using: &random), .random(in: 3...9, using: &random))
    return (0..<count).map { index in
      let angle = (Double(index) + .random(in: 0...0.8, using: &random)) / Double(count) * 2 * .pi
      let (sine, cosine) = Scalar.sineCosine(angle)
      let radius = Double.random(in: 0.5...9, using: &random)
      return center + Point(cosine * radius, sine * radius)
    }
  }

  private func coverage(_ polygon: [Point], _ rule: FillRule) -> [Int] {
    var path = Path()
    for (index, point) in polygon.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
    var pixmap = Pixmap(width: Self.side, height: Self.side)
    var rasterizer = Rasterizer()
    rasterizer.fill(path, transform: .identity, rule: rule, color: .white, into: &pixmap)
    return pixmap.pixels.map { Int($0 >> 24) }
  }

  /// How many of a pixel's samples are inside, on 64 lines with 64 places each.
  private func sampled(_ polygon: [Point]) -> [Double] {
    var counts = [Int](repeating: 0, count: Self.side * Self.side)
    for line in 0..<Self.side * 64 {
      let y = (Double(line) + 0.5) / 64
      var crossings: [Int] = []
      for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) where (a.y <= y) != (b.y <= y) {
        let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        crossings.append(max(0, min(Self.side * 64, Int((x * 64 - 0.5).rounded(.up)))))
      }
      crossings.sort()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        for sample in crossings[pair]..<crossings[pair + 1] { counts[line / 64 * Self.side + sample / 64] += 1 }
      }
    }
    return counts.map { Double($0) / 4096 * 255 }
  }

  @Test func coverageIsThatOfManySamples() {
    var random = SplitMix64(seed: 21)
    var sum = 0.0
    var count = 0
    for _ in 0..<60 {
      let polygon = star(&random)
      let expected = sampled(polygon)
      for rule in [FillRule.nonZero, .evenOdd] {
        for (actual, expected) in zip(coverage(polygon, rule), expected) where expected > 0 || actual > 0 {
          let difference = abs(Double(actual) - expected)
          // A sharp tip between two lines of samples is missed by them.
          #expect(difference <= 3)
          sum += difference
          count += 1
        }
      }
    }
    #expect(sum / Double(count) < 1 && count > 2000)
  }

  @Test func bothRulesAgreeOnSimplePolygons() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<300 {
      let polygon = star(&random)
      for (a, b) in zip(coverage(polygon, .nonZero), coverage(polygon, .evenOdd)) { #expect(abs(a - b) <= 1) }
    }
  }

  /// A rectangle takes a short cut; a turned path of the same area does not.
  @Test func rectanglesAreFilledAsAnyPathIs() {
    var random = SplitMix64(seed: 23)
    for _ in 0..<300 {
      func number() -> Double { .random(in: -3...15, using: &random) }
      let rect = Rect.empty.including(Point(number(), number())).including(Point(number(), number()))
      let corners = rect.corners
      // One more point on a side, and the path is no rectangle any more.
      let polygon = corners + [corners[3].interpolated(to: corners[0], by: 0.5)]
      for (a, b) in zip(coverage(corners, .nonZero), coverage(polygon, .nonZero)) { #expect(abs(a - b) <= 1) }
    }
  }

  /// Flattened outlines change no pixel, wherever they are moved.
  @Test func keptOutlinesDrawTheSame() {
    var random = SplitMix64(seed: 24)
    for _ in 0..<200 {
      var path = Path()
      func point() -> Point { Point(.random(in: -9...9, using: &random), .random(in: -9...9, using: &random)) }
      for _ in 0..<4 {
        path.move(to: point())
        path.cubic(point(), point(), to: point())
        path.line(to: point())
        if random.next() % 2 == 0 { path.close() }
      }
      let shift = point()
      let transform = Affine(a: 0.7, b: 0.4, c: -0.3, d: 1.1, tx: shift.x, ty: shift.y)
      let outline = FlatOutline(path, transform: transform * .translation(100, 200))
      func picture(_ area: Rasterizer.Area) -> Pixmap {
        var pixmap = Pixmap(width: 20, height: 20)
        var rasterizer = Rasterizer()
        rasterizer.fill(area, rule: .evenOdd, with: .color(.white), into: &pixmap)
        return pixmap
      }
      let linear = Affine(a: 0.7, b: 0.4, c: -0.3, d: 1.1, tx: 5, ty: 5)
      #expect(
        picture(Rasterizer.Area(path, transform))
          == picture(Rasterizer.Area(path, transform, outline: FlatOutline(path, transform: linear))))
      #expect(outline.pointCount > 12)
    }
  }
}
