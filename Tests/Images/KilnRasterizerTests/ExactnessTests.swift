import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

/// Random polygons against 64 × 64 samples a pixel.
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

  private func coverage(_ polygon: [Point], _ rule: FillRule) -> [Int] { coverage([polygon], rule) }

  private func coverage(_ polygons: [[Point]], _ rule: FillRule) -> [Int] {
    var path = Path()
    for polygon in polygons {
      for (index, point) in polygon.enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
      path.close()
    }
    var pixmap = Pixmap(width: Self.side, height: Self.side)
    var rasterizer = Rasterizer()
    rasterizer.fill(path, transform: .identity, rule: rule, color: .white, into: &pixmap)
    return pixmap.pixels.map { Int($0 >> 24) }
  }

  /// How many of a pixel's samples are inside, 0…255, on 64 lines with 64 places each.
  private func sampled(_ polygons: [[Point]], _ rule: FillRule) -> [Double] {
    var counts = [Int](repeating: 0, count: Self.side * Self.side)
    let edges = polygons.flatMap { Array(zip($0, $0.dropFirst() + $0.prefix(1))) }
    for line in 0..<Self.side * 64 {
      let y = (Double(line) + 0.5) / 64
      var changes = [Int](repeating: 0, count: Self.side * 64 + 1)
      for (a, b) in edges where (a.y <= y) != (b.y <= y) {
        let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        changes[max(0, min(Self.side * 64, Int((x * 64 - 0.5).rounded(.up))))] += a.y < b.y ? 1 : -1
      }
      var winding = 0
      for sample in 0..<Self.side * 64 {
        winding += changes[sample]
        if rule == .nonZero ? winding != 0 : winding % 2 != 0 { counts[line / 64 * Self.side + sample / 64] += 1 }
      }
    }
    return counts.map { Double($0) / 4096 * 255 }
  }

  /// Contours that cross themselves and each other, from fractions of a pixel to beyond the canvas, with few and many
  /// edges in a pixel, and with edges that coincide.
  @Test(arguments: [0.7, 3, 20]) func coverageIsThatOfManySamples(size: Double) {
    var random = SplitMix64(seed: 21)
    var sum = 0.0
    var count = 0
    for round in 0..<40 {
      let polygons = (0..<Int.random(in: 1...3, using: &random)).map { _ -> [Point] in
        let center = Point(.random(in: 0...12, using: &random), .random(in: 0...12, using: &random))
        let size = Double.random(in: 0.1...size, using: &random)
        func number(_ middle: Double) -> Double {
          let number = middle + .random(in: -size...size, using: &random)
          return round % 3 == 0 ? (number * 2).rounded() / 2 : number
        }
        return (0..<Int.random(in: 3...(round % 5 == 0 ? 40 : 7), using: &random)).map { _ in
          Point(number(center.x), number(center.y))
        }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        for (actual, expected) in zip(coverage(polygons, rule), sampled(polygons, rule))
        where expected > 0 || actual > 0 {
          let difference = abs(Double(actual) - expected)
          #expect(difference <= 3)
          sum += difference
          count += 1
        }
      }
    }
    #expect(sum / Double(count) < 0.5 && count > 200)
  }

  /// Contours of a letter or an ornament: side by side, in both directions, some of them crossing others or themselves.
  @Test func contoursInTheSamePixelsAreSeenTogether() {
    var random = SplitMix64(seed: 25)
    for _ in 0..<60 {
      let polygons = (0..<Int.random(in: 4...12, using: &random)).map { _ -> [Point] in
        let center = Point(.random(in: 3...7, using: &random), .random(in: 3...7, using: &random))
        let size = Double.random(in: 0.05...1, using: &random)
        return (0..<Int.random(in: 3...5, using: &random)).map { _ in
          center + Point(.random(in: -size...size, using: &random), .random(in: -size...size, using: &random))
        }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        for (actual, expected) in zip(coverage(polygons, rule), sampled(polygons, rule)) {
          #expect(abs(Double(actual) - expected) <= 3)
        }
      }
    }
  }

  /// Traced artwork has lines that go out and come back, and contours of two points.
  @Test func linesThatGoBackEncloseNothing() {
    var random = SplitMix64(seed: 26)
    for _ in 0..<60 {
      let plain = star(&random)
      func point() -> Point { Point(.random(in: 0...12, using: &random), .random(in: 0...12, using: &random)) }
      let spiky = plain.flatMap { [$0, point(), $0] }
      let polygons = [spiky, [point(), point()]]
      for (actual, expected) in zip(coverage(polygons, .nonZero), sampled([plain], .nonZero)) {
        #expect(abs(Double(actual) - expected) <= 3)
      }
    }
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

  /// Outlines of millions of pixels are flattened where they are seen, so that many of them take no memory.
  @Test func hugeOutlinesTakeNoMemory() {
    let circle = Path.ellipse(center: Point(0, 0), radii: Size(1, 1))
    #expect(FlatOutline(circle, transform: .scale(1000, 1000)).pointCount > 100)
    #expect(FlatOutline(circle, transform: .scale(1e7, 1e7)).pointCount == 0)
    let transform = Affine.translation(-1e7 + 10, 0) * .scale(1e7, 1e7)
    var pixmap = Pixmap(width: 20, height: 20)
    var rasterizer = Rasterizer()
    let area = Rasterizer.Area(circle, transform, outline: FlatOutline(circle, transform: transform))
    rasterizer.fill(area, rule: .nonZero, with: .color(.white), into: &pixmap)
    #expect(pixmap.contentBounds == PixelRect(x: 0, y: 0, width: 10, height: 20))
  }
}
