import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnTestSupport
import Testing

/// Fills a path with white into a new pixmap.
private func coverage(_ path: Path, rule: FillRule = .nonZero, width: Int = 16, height: Int = 16) -> Pixmap {
  var pixmap = Pixmap(width: width, height: height)
  var rasterizer = Rasterizer()
  rasterizer.fill(path, transform: .identity, rule: rule, color: .white, into: &pixmap)
  return pixmap
}

private func alphas(_ pixmap: Pixmap) -> [Int] { pixmap.pixels.map { Int($0 >> 24) } }

/// The share of 16 × 16 samples in each pixel that lie inside a polygon, 0…255.
private struct Reference {
  private(set) var alphas: [Double] = []

  init(_ polygons: [[Point]], rule: FillRule, width: Int, height: Int) {
    let edges = polygons.flatMap { polygon in zip(polygon, polygon.dropFirst() + polygon.prefix(1)).map { $0 } }
    for y in 0..<height {
      // The crossings of sixteen lines with all edges; then each sample counts those to its left.
      let lines = (0..<16).map { line in
        let at = Double(y) + (Double(line) + 0.5) / 16
        return edges.compactMap { a, b in
          (a.y <= at) != (b.y <= at) ? (x: a.x + (at - a.y) / (b.y - a.y) * (b.x - a.x), sign: a.y < b.y ? 1 : -1) : nil
        }
      }
      for x in 0..<width {
        var inside = 0
        for crossings in lines {
          for column in 0..<16 {
            let at = Double(x) + (Double(column) + 0.5) / 16
            var winding = 0
            for crossing in crossings where crossing.x < at { winding += crossing.sign }
            if rule == .nonZero ? winding != 0 : winding % 2 != 0 { inside += 1 }
          }
        }
        alphas.append(Double(inside) / 256 * 255)
      }
    }
  }
}

private func path(_ polygons: [[Point]]) -> Path {
  var path = Path()
  for polygon in polygons {
    for (index, point) in polygon.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
    path.close()
  }
  return path
}

@Suite struct CoverageTests {
  private func randomPolygon(_ random: inout SplitMix64, count: Int, from low: Double = -4, to high: Double = 16)
    -> [Point]
  {
    (0..<count).map { _ in Point(.random(in: low...high, using: &random), .random(in: low...high, using: &random)) }
  }

  /// Triangles never overlap themselves: the area is exact but for rounding. 256 samples are not, along three edges.
  @Test(arguments: [FillRule.nonZero, .evenOdd]) func trianglesCoverTheirExactArea(rule: FillRule) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 {
      let triangle = randomPolygon(&random, count: 3, from: -6, to: 18)
      let reference = Reference([triangle], rule: rule, width: 12, height: 12)
      let actual = alphas(coverage(path([triangle]), rule: rule, width: 12, height: 12))
      for (a, b) in zip(actual, reference.alphas) { #expect(abs(Double(a) - b) <= 14) }
      let sum = Double(actual.reduce(0, +))
      #expect(abs(sum - reference.alphas.reduce(0, +)) <= 60)
    }
  }

  /// Edges that coincide count once, and in pairs not at all by the even-odd rule.
  @Test func sameContourTwiceCoversTheSame() {
    let square = Path.rect(Rect(minX: 1.25, minY: 1, maxX: 3, maxY: 3))
    var twice = square
    twice.append(square)
    #expect(alphas(coverage(square, width: 4, height: 4))[5] == 191)
    #expect(coverage(twice, width: 4, height: 4) == coverage(square, width: 4, height: 4))
    #expect(coverage(twice, rule: .evenOdd, width: 4, height: 4).contentBounds.isEmpty)
  }

  /// Both sides of a spike's stroke cover the same part of the pixels at its tip: that part counts once.
  @Test func strokeOfASpikeCoversItsTipOnce() {
    let spike = Path(text: "M1 9 L9 6.5 L12 4.2 L13 3.1 L13.4 2.6 L13.1 3.2 L12.2 4.6 L10 9 L7 15")
    let style = StrokeStyle(width: 2, cap: .butt, join: .bevel)
    var actual = Pixmap(width: 16, height: 16)
    var rasterizer = Rasterizer()
    rasterizer.stroke(spike, style: style, transform: .identity, color: .white, into: &actual)
    // Of lines alone, so that its points are a polygon.
    let outline = spike.strokeOutline(style, tolerance: 1e-3).path
    let expected = Reference([outline.points], rule: .nonZero, width: 16, height: 16).alphas
    for (a, b) in zip(alphas(actual), expected) { #expect(abs(Double(a) - b) <= 16) }
  }

  @Test func holeNeedsTheOtherDirectionOrTheEvenOddRule() {
    let outer = Path.rect(Rect(x: 1, y: 1, width: 8, height: 8))
    var same = outer
    same.append(.rect(Rect(x: 3, y: 3, width: 2, height: 2)))
    var opposite = outer
    opposite.append(
      .rect(Rect(x: 3, y: 3, width: 2, height: 2)), transformedBy: Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0))
    #expect(coverage(same)[4, 4] >> 24 == 255 && coverage(same, rule: .evenOdd)[4, 4] == 0)
    #expect(coverage(opposite)[4, 4] == 0 && coverage(opposite)[2, 2] >> 24 == 255)
  }

  @Test func openContoursAreClosed() {
    #expect(coverage(Path(text: "M2 2 L12 3 L5 11")) == coverage(Path(text: "M2 2 L12 3 L5 11 Z")))
    #expect(
      coverage(Path(text: "M2 2 L12 3 L5 11 M1 1 L3 1 L1 9"))
        == coverage(Path(text: "M2 2 L12 3 L5 11 Z M1 1 L3 1 L1 9 Z")))
    #expect(coverage(Path(text: "M2 2 L12 3")).contentBounds.isEmpty)
    #expect(coverage(Path(text: "M2 2")).contentBounds.isEmpty && coverage(Path()).contentBounds.isEmpty)
  }

  /// Rectangles that share edges at any fraction of a pixel, drawn as one path, leave no seam.
  @Test func abuttingRectanglesLeaveNoSeam() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<40 {
      let cuts = [0.0] + (0..<6).map { _ in Double.random(in: 0...16, using: &random) }.sorted() + [16]
      var columns = Path()
      for (left, right) in zip(cuts, cuts.dropFirst()) {
        columns.append(.rect(Rect(minX: left, minY: 0, maxX: right, maxY: 16)))
      }
      #expect(alphas(coverage(columns)).allSatisfy { $0 == 255 })
      let turned = columns.transformed(by: Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0))
      #expect(alphas(coverage(turned)).allSatisfy { $0 == 255 })
    }
  }

  @Test func wholePixelTranslationMovesPixelsExactly() {
    var random = SplitMix64(seed: 10)
    for _ in 0..<60 {
      // Coordinates with few bits, so that the sum with the offset is exact.
      func coordinate() -> Double { Double(Int.random(in: 0...2048, using: &random)) / 256 }
      let path = path([(0..<5).map { _ in Point(coordinate(), coordinate()) }])
      let original = coverage(path, width: 40, height: 40)
      let moved = coverage(path.transformed(by: .translation(17, 23)), width: 40, height: 40)
      #expect(original.cropped(to: PixelRect(x: 0, y: 0, width: 8, height: 8)).pixels.contains { $0 != 0 })
      #expect(
        moved.cropped(to: PixelRect(x: 17, y: 23, width: 9, height: 9))
          == original.cropped(to: PixelRect(x: 0, y: 0, width: 9, height: 9)))
    }
  }

  @Test func circleHasItsArea() {
    let circle = Path.ellipse(center: Point(20.3, 20.7), radii: Size(15, 15))
    let sum = Double(alphas(coverage(circle, width: 40, height: 40)).reduce(0, +)) / 255
    // Chords inside the circle take away two thirds of the tolerance along it, at most.
    #expect(abs(sum - .pi * 225) < 2.0 / 3 * Rasterizer.tolerance * 30 * .pi)
  }
}

@Suite struct ClippingTests {
  /// Cuts a polygon with an axis-aligned window (Sutherland and Hodgman, 1974).
  private func clipped(_ polygon: [Point], to rect: Rect) -> [Point] {
    let sides: [(Point) -> Double] = [
      { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
    ]
    return sides.reduce(polygon) { polygon, side in
      zip(polygon, polygon.dropFirst() + polygon.prefix(1)).flatMap { a, b -> [Point] in
        let (da, db) = (side(a), side(b))
        let crossing = (da < 0) != (db < 0) ? [a.interpolated(to: b, by: da / (da - db))] : []
        return (da < 0 ? [] : [a]) + crossing
      }
    }
  }

  @Test(arguments: [20.0, 1e3, 1e6, 1e9, 1e11]) func hugePolygonsAreThoseClippedByHand(reach: Double) {
    var random = SplitMix64(seed: 11)
    var painted = 0
    for _ in 0..<60 {
      let polygon = (0..<3).map { _ in
        Point(.random(in: -reach...reach, using: &random), .random(in: -reach...reach, using: &random))
      }
      let byHand = clipped(polygon, to: Rect(minX: -1, minY: -1, maxX: 17, maxY: 17))
      let (a, b) = (alphas(coverage(path([polygon]))), alphas(coverage(path([byHand]))))
      for (a, b) in zip(a, b) { #expect(abs(a - b) <= 1) }
      if a.contains(255) { painted += 1 }
    }
    #expect(painted > 5)
  }

  /// Half planes: the edge of a circle of any radius through the middle of the canvas.
  @Test(arguments: [1e4, 1e6, 1e8, 1e10]) func hugeCirclesKeepTheirEdge(radius: Double) {
    for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
      let circle = Path.ellipse(center: Point(8 + x * radius, 8 + y * radius), radii: Size(radius, radius))
      let start = ContinuousClock.now
      let pixmap = coverage(circle)
      #expect(ContinuousClock.now - start < .seconds(1))
      #expect(pixmap[8 - Int(x) * 3, 8 - Int(y) * 3] == 0 && pixmap[8 + Int(x) * 3, 8 + Int(y) * 3] >> 24 == 255)
      let sum = Double(alphas(pixmap).reduce(0, +)) / 255
      #expect(abs(sum - 128) < 1)
    }
  }

  @Test(arguments: [1e9, 1e15, 1e30, 1e300, .greatestFiniteMagnitude])
  func rectangleAroundTheCanvasCoversIt(reach: Double) {
    let rect = Path.rect(Rect(minX: -reach, minY: -reach, maxX: reach, maxY: reach))
    #expect(alphas(coverage(rect)).allSatisfy { $0 == 255 })
    let right = Path.rect(Rect(minX: 4, minY: -reach, maxX: reach, maxY: reach))
    #expect(coverage(right)[3, 8] == 0 && coverage(right)[4, 8] >> 24 == 255)
    let below = Path.rect(Rect(minX: -reach, minY: 4, maxX: reach, maxY: reach))
    #expect(coverage(below)[8, 3] == 0 && coverage(below)[8, 4] >> 24 == 255)
  }

  @Test func shapesOutsideTheCanvasPaintNothing() {
    for (x, y) in [(-20.0, 0.0), (20, 0), (0, -20), (0, 20), (1e12, 1e12), (16, 0), (0, 16)] {
      let pixmap = coverage(.ellipse(center: Point(8 + x, 8 + y), radii: Size(7.9, 7.9)))
      #expect(pixmap.contentBounds.isEmpty == (abs(x) + abs(y) > 0))
    }
    #expect(coverage(.rect(Rect(x: 0, y: 0, width: 5, height: 5)), width: 0, height: 0).pixels.isEmpty)
  }

  /// Coordinates from every order of magnitude, lines and curves, transforms too; a million paths in all.
  /// Unoptimized code takes most of a minute for them, so it gets fewer.
  @Test(arguments: 0..<10) func garbagePathsNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: 1200 + seed)
    var rasterizer = Rasterizer()
    var pixmap = Pixmap(width: 5, height: 4)
    func number() -> Double {
      switch random.next() % 6 {
      case 0: Double(bitPattern: random.next())
      case 1: Double(Int.random(in: -9...9, using: &random))
      case 2: Scalar.power(10, .random(in: -320...308, using: &random)) * (random.next() % 2 == 0 ? 1 : -1)
      default: Double.random(in: -10...10, using: &random)
      }
    }
    func point() -> Point { Point(number(), number()) }
    #if DEBUG
      let rounds = 10_000
    #else
      let rounds = 100_000
    #endif
    for round in 0..<rounds {
      var path = Path()
      for _ in 0..<random.next() % 4 {
        if random.next() % 4 == 0 { path.cubic(point(), point(), to: point()) } else { path.line(to: point()) }
      }
      let transform =
        round % 4 == 0
        ? Affine(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()) : .identity
      rasterizer.fill(
        path, transform: transform, rule: round % 2 == 0 ? .nonZero : .evenOdd, color: .white, into: &pixmap)
      if round % 32 == 0 {
        let style = StrokeStyle(width: abs(number()), cap: .round, join: .round)
        rasterizer.stroke(path, style: style, transform: transform, color: .white, into: &pixmap)
      }
    }
    // Nothing is left behind in the scratch memory.
    pixmap.clear()
    rasterizer.fill(Path(text: "M1 1 H3 V2 H1 Z"), transform: .identity, rule: .nonZero, color: .white, into: &pixmap)
    #expect(pixmap == coverage(Path(text: "M1 1 H3 V2 H1 Z"), width: 5, height: 4))
    #expect(pixmap.pixels.reduce(0) { $0 + Int($1 >> 24) } == 510)
  }
}
