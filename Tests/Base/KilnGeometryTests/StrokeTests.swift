import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct StrokeTests {
  private func outline(
    _ text: String, width: Double, cap: StrokeStyle.Cap = .butt, join: StrokeStyle.Join = .miter,
    miterLimit: Double = 4, dashes: [Double] = []
  ) -> Path {
    Path(text: text).strokeOutline(
      StrokeStyle(width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes), tolerance: 0.01
    ).path
  }

  private func contains(_ outline: Path, _ inside: [Point], not outside: [Point]) -> Bool {
    let winding = Winding(outline)
    return inside.allSatisfy(winding.contains) && !outside.contains(where: winding.contains)
  }

  @Test(arguments: [
    (StrokeStyle.Cap.butt, Rect(minX: 0, minY: -1, maxX: 10, maxY: 1)),
    (.square, Rect(minX: -1, minY: -1, maxX: 11, maxY: 1)), (.round, Rect(minX: -1, minY: -1, maxX: 11, maxY: 1)),
  ]) func capsEndTheLine(cap: StrokeStyle.Cap, bounds: Rect) {
    let outline = outline("M0 0 L10 0", width: 2, cap: cap)
    #expect(outline.bounds.contains(bounds, tolerance: 1e-3) && bounds.contains(outline.bounds, tolerance: 1e-3))
    #expect(Winding(outline).contains(Point(10.9, 0.9)) == (cap == .square))
    #expect(Winding(outline).contains(Point(-0.6, 0.6)) == (cap != .butt))
  }

  @Test func joinsFillTheCorner() {
    // The corner is at (10, 0); its outer side points to the upper right.
    let text = "M0 0 L10 0 L10 10"
    #expect(contains(outline(text, width: 2), [Point(10.95, -0.95)], not: [Point(11.1, 0), Point(10, -1.1)]))
    #expect(
      contains(outline(text, width: 2, join: .round), [Point(10.68, -0.68)], not: [Point(10.75, -0.75)]))
    #expect(
      contains(outline(text, width: 2, join: .bevel), [Point(10.45, -0.45)], not: [Point(10.55, -0.55)]))
  }

  @Test func miterBeyondTheLimitIsBevelled() {
    // A right angle has a miter √2 times as long as the width.
    let text = "M0 0 L10 0 L10 10"
    #expect(contains(outline(text, width: 2, miterLimit: 1.415), [Point(10.95, -0.95)], not: []))
    #expect(contains(outline(text, width: 2, miterLimit: 1.413), [Point(10.45, -0.45)], not: [Point(10.55, -0.55)]))
    #expect(contains(outline(text, width: 2, miterLimit: .nan), [Point(10.45, -0.45)], not: [Point(10.55, -0.55)]))
  }

  @Test func closedContourHasAHoleAndNoCaps() {
    for text in ["M0 0 L10 0 L10 10 L0 10 Z", "M0 0 L0 10 L10 10 L10 0 Z", "M0 0 L10 0 L10 10 L0 10 L0 0 Z"] {
      let outline = outline(text, width: 2, cap: .square)
      #expect(contains(outline, [Point(-0.95, -0.95), Point(0.9, 5)], not: [Point(5, 5), Point(1.1, 1.1)]))
      #expect(outline.contours.count == 2)
    }
  }

  @Test func dotsAreCapsAlone() {
    #expect(outline("M5 5 L5 5", width: 4).isEmpty)
    #expect(contains(outline("M5 5 L5 5", width: 4, cap: .round), [Point(6.9, 5)], not: [Point(6.5, 6.5)]))
    #expect(contains(outline("M5 5 Z", width: 4, cap: .square), [Point(6.9, 6.9)], not: [Point(7.1, 5)]))
    #expect(contains(outline("M5 5 C5 5 5 5 5 5", width: 4, cap: .square), [Point(6.9, 6.9)], not: []))
    #expect(outline("M0 0 L4 0", width: 2, cap: .round, dashes: [0, 2]).contours.count == 2)
  }

  /// SVG 2, 11.4: only a contour with a segment can be stroked.
  @Test func pointWithoutASegmentIsNotStroked() {
    #expect(outline("M5 5", width: 4, cap: .round).isEmpty)
    #expect(outline("M5 5 M0 0 L1 0 M9 9", width: 4, cap: .square).contours.count == 1)
  }

  @Test func turningBackIsCoveredOnBothSides() {
    for join in [StrokeStyle.Join.miter, .bevel, .round] {
      let outline = outline("M0 0 L10 0 L5 0", width: 2, join: join)
      #expect(contains(outline, [Point(9.9, 0.9), Point(9.9, -0.9), Point(1, 0.9)], not: [Point(-0.1, 0)]))
      #expect(Winding(outline).contains(Point(10.8, 0)) == (join == .round))
    }
  }

  @Test func cuspIsSweptRound() {
    // The curve runs into (5, …), turns on the spot and comes back.
    let outline = outline("M0 0 C10 10 0 10 10 0", width: 2)
    #expect(contains(outline, [Point(5, 8.3), Point(4.2, 7.5), Point(5.8, 7.5)], not: [Point(5, 8.7)]))
  }

  @Test func circlesRingHasItsArea() {
    let outline = Path.ellipse(center: .zero, radii: Size(10, 10)).strokeOutline(
      StrokeStyle(width: 4), tolerance: 0.01
    ).path
    let winding = Winding(outline)
    for angle in stride(from: 0.0, to: 6.28, by: 0.1) {
      let (sine, cosine) = Scalar.sineCosine(angle)
      let radii = [7.97, 8.03, 11.97, 12.03]
      #expect(radii.map { winding.contains(Point(cosine * $0, sine * $0)) } == [false, true, true, false])
    }
  }

  /// With round caps and joins a point is covered exactly if it lies within half the width of the path.
  @Test(arguments: 0..<60) func roundStrokeIsTheSetOfNearPoints(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func point() -> Point { Point(.random(in: 0...40, using: &random), .random(in: 0...40, using: &random)) }
    var path = Path()
    path.move(to: point())
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      if seed % 2 == 0 { path.line(to: point()) } else { path.cubic(point(), point(), to: point()) }
    }
    if seed % 3 == 0 { path.close() }
    let widths: [Double] = [0.5, 3, 12, 40]
    let width = widths[seed / 2 % 4]
    let outline = Winding(
      path.strokeOutline(StrokeStyle(width: width, cap: .round, join: .round), tolerance: 0.01).path)
    let line = path.samples(perCurve: 200)
    for _ in 0..<150 {
      let place = Point(.random(in: -20...60, using: &random), .random(in: -20...60, using: &random))
      let distance = distanceToPolygon(place, line)
      guard abs(distance - width / 2) > 0.03 else { continue }
      #expect(outline.contains(place) == (distance < width / 2), "\(path.text(decimals: 3)) width \(width) at \(place)")
    }
  }

  /// Inside and stroke together, of contours that cross themselves and of holes, whichever way they run.
  @Test(arguments: 0..<40) func expansionCoversTheInsideAndWhatIsNear(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func point() -> Point { Point(.random(in: 0...40, using: &random), .random(in: 0...40, using: &random)) }
    var path = Path()
    if seed % 4 == 0 {
      path.append(.rect(Rect(x: 0, y: 0, width: 40, height: 40)))
      path.append(.ellipse(center: Point(20, 20), radii: Size(15, 12)))
    } else {
      path.move(to: point())
      for _ in 0..<4 { if seed % 2 == 0 { path.line(to: point()) } else { path.cubic(point(), point(), to: point()) } }
      path.close()
    }
    let width = [0.5, 6, 30, 100][seed / 4 % 4]
    let expanded = Winding(
      try #require(
        path.expandedByStroke(
          StrokeStyle(width: width, cap: .round, join: .round), rule: .evenOdd, tolerance: 0.01)))
    let lines = path.contours.map { $0.samples(perCurve: 200) }
    let inside = Winding(try #require(path.nonZeroEquivalent(.evenOdd, tolerance: 0.01)))
    for _ in 0..<150 {
      let place = Point(.random(in: -60...100, using: &random), .random(in: -60...100, using: &random))
      let distance = lines.map { distanceToPolygon(place, $0) }.min() ?? 0
      guard distance > 0.05, abs(distance - width / 2) > 0.05 else { continue }
      let isCovered = inside.contains(place) || distance < width / 2
      #expect(expanded.contains(place) == isCovered, "\(path.text(decimals: 3)) width \(width) at \(place)")
    }
  }

  @Test func contourThatEndsAtItsStartExpandsWithoutAJoinThere() throws {
    let style = StrokeStyle(width: 4, miterLimit: 4)
    let open = try #require(Path(text: "M0 0 L9 0 L9 9 L0 9 L0 0").expandedByStroke(style, tolerance: 0.01))
    let closed = try #require(Path(text: "M0 0 L9 0 L9 9 L0 9 Z").expandedByStroke(style, tolerance: 0.01))
    let corners = [Point(-1, -1), Point(10, -1), Point(10, 10), Point(-1, 10)]
    #expect(corners.map(Winding(open).contains) == [false, true, true, true])
    #expect(corners.allSatisfy(Winding(closed).contains))
    let sides = [Point(-1, 4), Point(4, -1), Point(10, 4), Point(4, 10), Point(4, 4)]
    #expect(sides.allSatisfy(Winding(open).contains))
    let moved = try #require(Path(text: "M0 0 L9 0 L9 9 L0 9 Z M0 0").expandedByStroke(style, tolerance: 0.01))
    #expect(corners.allSatisfy(Winding(moved).contains))
    // What is joined elsewhere at the same place would lose its join.
    let twice = "M0 0 L9 0 L9 9 L0 9 L0 0 M0 0 L-9 0 L-9 -9 Z"
    #expect(Path(text: twice).expandedByStroke(style, tolerance: 0.01) == nil)
    let round = StrokeStyle(width: 4, cap: .round)
    #expect(Path(text: "M0 0 L9 0 L9 9 L0 0").expandedByStroke(round, tolerance: 0.01) == nil)
  }

  @Test func onlyClosedSolidContoursExpand() {
    let style = StrokeStyle(width: 2)
    #expect(Path(text: "M0 0 L9 0 L9 9").expandedByStroke(style, tolerance: 0.01) == nil)
    #expect(
      Path(text: "M0 0 L9 0 L9 9 Z").expandedByStroke(StrokeStyle(width: 2, dashes: [1]), tolerance: 0.01) == nil)
    #expect(Path(text: "M0 0 L9 0 L9 9 Z").expandedByStroke(StrokeStyle(width: .nan), tolerance: 0.01) != nil)
  }

  @Test func widthsWithoutMeaningDrawNothing() {
    for width in [0.0, -1, .nan, .infinity] { #expect(outline("M0 0 L1 1", width: width).isEmpty) }
    #expect(Path(text: "M0 0 L1 1").strokeOutline(StrokeStyle(width: 1), tolerance: .nan).path.isEmpty)
    #expect(Path().strokeOutline(StrokeStyle(width: 1), tolerance: 0.1).path.isEmpty)
  }

  /// From widths below any coordinate's precision to some at which the tolerance is nothing.
  @Test(arguments: [1e-300, 1e-20, 1e20, 1e150, 1e300]) func extremeWidthsNeverTrap(width: Double) {
    for cap in [StrokeStyle.Cap.butt, .round, .square] {
      for join in [StrokeStyle.Join.miter, .round, .bevel] {
        let style = StrokeStyle(width: width, cap: cap, join: join)
        for text in ["M0 0 C10 10 0 10 10 0 L5 5 Z", "M0 0 L0 0", "M-1e308 0 C1e308 1e308 1e308 -1e308 0 0"] {
          let outline = Path(text: text).strokeOutline(style, tolerance: 1e-3).path
          #expect(outline.points.allSatisfy { $0.isFinite } && outline.points.count < 20_000)
          let expanded = Path(text: text).expandedByStroke(style, tolerance: 1e-3) ?? Path()
          #expect(expanded.points.allSatisfy { $0.isFinite } && expanded.points.count < 20_000)
        }
      }
    }
  }

  // MARK: - Overlaps

  /// Most strokes of icons: what they cover is the sum of their parts.
  @Test(arguments: [
    "M0 0 L20 0", "M0 0 L8 9 L20 0", "M0 0 L20 0 L20 20 L0 20 Z", "M0 0 L20 0 L20 20 L0 20", "M5 5 L5 5 M20 20 L20 20",
    "M0 0 C10 0 20 10 20 20", "M0 0 L20 0 M0 10 L20 10", "M0 0 C0 20 20 20 20 0",
  ]) func plainStrokesDoNotOverlap(text: String) {
    for cap in [StrokeStyle.Cap.butt, .round] {
      #expect(!Path(text: text).strokeOutline(StrokeStyle(width: 3, cap: cap), tolerance: 0.01).mayOverlap)
    }
    let circle = Path.ellipse(center: .zero, radii: Size(9, 7))
    #expect(!circle.strokeOutline(StrokeStyle(width: 3), tolerance: 0.01).mayOverlap)
  }

  @Test(arguments: [
    "M0 0 L20 0 L10 5 L10 -5", "M0 0 L20 0 L0 1", "M0 0 L20 0 L5 0", "M0 0 C10 10 0 10 10 0", "M0 0 L20 0 L20 2 L0 2 Z",
    "M5 5 L5 5 M6 6 L6 6", "M0 0 L20 0 M10 -5 L10 5", "M0 0 L20 0 M0 2 L20 2", "M0 0 L20 0 L20 1 L40 1",
  ]) func strokesOverEachOtherAreTold(text: String) {
    #expect(Path(text: text).strokeOutline(StrokeStyle(width: 3, cap: .round), tolerance: 0.01).mayOverlap)
  }

  @Test func dashesOverlapWhereTheirCapsMeet() {
    func mayOverlap(_ cap: StrokeStyle.Cap) -> Bool {
      let style = StrokeStyle(width: 3, cap: cap, dashes: [4, 2])
      return Path(text: "M0 0 L30 0").strokeOutline(style, tolerance: 0.01).mayOverlap
    }
    #expect(!mayOverlap(.butt) && mayOverlap(.round))
  }

  /// Where nothing is told, no place is covered twice.
  @Test func whatDoesNotOverlapIsCoveredOnce() {
    var random = SplitMix64(seed: 3)
    func point() -> Point { Point(.random(in: 0...40, using: &random), .random(in: 0...40, using: &random)) }
    var plainCount = 0
    for seed in 0..<600 {
      var path = Path()
      path.move(to: point())
      for _ in 0..<1 + seed % 3 {
        if seed % 2 == 0 { path.line(to: point()) } else { path.cubic(point(), point(), to: point()) }
      }
      if seed % 5 == 0 { path.close() }
      let style = StrokeStyle(
        width: [0.5, 3, 8][seed % 3], cap: seed % 7 < 3 ? .round : .square, join: seed % 4 == 0 ? .round : .miter)
      let outline = path.strokeOutline(style, tolerance: 0.01)
      if outline.mayOverlap { continue }
      plainCount += 1
      let winding = Winding(outline.path)
      for _ in 0..<200 { #expect(abs(winding.number(at: point())) < 2, "\(path.text(decimals: 3)) \(style.width)") }
    }
    #expect(plainCount > 100)
  }
}
