import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct CurveFittingTests {
  private func polygon(_ count: Int, radius: Double) -> Path {
    var path = Path()
    for index in 0..<count {
      let (sine, cosine) = Scalar.sineCosine(2 * .pi * Double(index) / Double(count))
      let point = Point(radius * cosine, radius * sine)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.line(to: Point(radius, 0))
    path.close()
    return path
  }

  @Test func manyLinesBecomeFewCurves() {
    let fitted = polygon(240, radius: 50).fittingCurves(tolerance: 0.02)
    #expect(!fitted.verbs.contains(.line))
    #expect(fitted.verbs.count { $0 == .cubic } <= 16)
    for point in fitted.samples(perCurve: 20) { #expect(abs(point.distance(to: .zero) - 50) < 0.03) }
  }

  @Test func cornersStay() {
    for count in [3, 4, 8, 20] {
      let polygon = polygon(count, radius: 50)
      #expect(polygon.fittingCurves(tolerance: 0.02) == polygon, "\(count)")
    }
  }

  @Test func whatIsNoLineStays() {
    let path = Path(text: "M0 0 C1 2 3 4 5 6 L9 9 Z M1 1 L2 2")
    #expect(path.fittingCurves(tolerance: 0.1) == path)
  }

  /// Outlines of strokes have runs of lines beside corners, caps and loops.
  @Test(arguments: 0..<30) func fittedOutlineIsCloseToItsLines(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func point() -> Point { Point(.random(in: 0...40, using: &random), .random(in: 0...40, using: &random)) }
    var path = Path()
    path.move(to: point())
    for _ in 0..<3 { path.cubic(point(), point(), to: point()) }
    if seed % 2 == 0 { path.close() }
    let style = StrokeStyle(width: [1, 6, 25][seed % 3], join: seed % 2 == 0 ? .round : .miter)
    let outline = path.strokeOutline(style, tolerance: 0.01).path
    let fitted = outline.fittingCurves(tolerance: 0.01)
    #expect(fitted.points.count < outline.points.count)
    let lines = outline.contours.map { $0.samples(perCurve: 20) }
    for point in fitted.samples(perCurve: 20) {
      let nearest = lines.map { distance(point, to: $0) }.min() ?? .infinity
      #expect(nearest < 0.03, "\(nearest) at \(point)")
    }
  }

  @Test(arguments: [1e-300, 1e300, .nan, .infinity, 0, -1]) func numbersWithoutMeaningNeverTrap(tolerance: Double) {
    for scale in [1e-300, 1, 1e150, 1e300] {
      let fitted = polygon(24, radius: scale).fittingCurves(tolerance: tolerance)
      #expect(fitted.points.allSatisfy(\.isFinite) && fitted.points.count <= 100)
    }
  }

  private func distance(_ point: Point, to line: [Point]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let length = Point.dot(b - a, b - a)
      let t = length > 0 ? max(0, min(1, Point.dot(point - a, b - a) / length)) : 0
      return point.distance(to: a.interpolated(to: b, by: t))
    }.min() ?? .infinity
  }
}
