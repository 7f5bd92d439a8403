import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct CubicCurveTests {
  private let curve = CubicCurve(Point(0.1, 0.3), Point(7, 31), Point(-20, 5), Point(0.7, 9.1))

  @Test func partsAreTheCurveItself() {
    for (t0, t1) in [(0.0, 1.0), (0, 0.3), (0.25, 0.75), (0.9, 1), (0.4, 0.4), (0, 0)] {
      let part = curve.part(from: t0, to: t1)
      for step in 0...8 {
        let s = Double(step) / 8
        #expect(part.point(at: s).distance(to: curve.point(at: t0 + (t1 - t0) * s)) < 1e-12)
      }
    }
  }

  @Test func wholePartIsExact() {
    #expect(curve.part(from: 0, to: 1) == curve)
    #expect(curve.part(from: 0.3, to: 1).end == curve.end && curve.part(from: 0, to: 0.3).start == curve.start)
  }

  @Test func halvesMeet() {
    let (before, after) = curve.split(at: 0.37)
    #expect(before.start == curve.start && before.end == after.start && after.end == curve.end)
    #expect(before.end.distance(to: curve.point(at: 0.37)) < 1e-12)
  }

  @Test(arguments: [0.5, 0.05, 0.001]) func chordsStayWithinTheTolerance(tolerance: Double) {
    let count = curve.segmentCount(tolerance: tolerance)
    for chord in 0..<count {
      let from = curve.point(at: Double(chord) / Double(count))
      let to = curve.point(at: Double(chord + 1) / Double(count))
      let normal = (to - from).normalized.turnedClockwise
      for step in 1..<8 {
        let point = curve.point(at: (Double(chord) + Double(step) / 8) / Double(count))
        #expect(abs(Point.dot(point - from, normal)) <= tolerance)
      }
    }
    // Four times as many chords for a sixteenth of the tolerance.
    let finer = curve.segmentCount(tolerance: tolerance / 16)
    #expect(count >= 2 && finer >= min(512, 4 * (count - 1)) && finer <= 4 * count)
  }

  @Test func segmentCountIsBounded() {
    let line = CubicCurve(Point(0, 0), Point(1, 1), Point(2, 2), Point(3, 3))
    let huge = CubicCurve(Point(-1e308, 0), Point(1e308, 1e308), Point(-1e308, 0), Point(0, 1e308))
    #expect(line.segmentCount(tolerance: 1e-3) == 1)
    for tolerance in [0.0, 1e-300, 0.1, .infinity, .nan] {
      #expect((1...512).contains(huge.segmentCount(tolerance: tolerance)))
      #expect((1...512).contains(curve.segmentCount(tolerance: tolerance)))
    }
  }

  @Test func directionsSkipPointsThatCoincide() {
    let point = Point(1, 1)
    let line = CubicCurve(point, point, Point(1, 5), Point(1, 5))
    #expect(line.startDirection == Point(0, 1) && line.endDirection == Point(0, 1))
    let dot = CubicCurve(point, point, point, point)
    #expect(dot.startDirection == .zero && dot.endDirection == .zero)
  }
}

@Suite struct CubicEasingTests {
  @Test(arguments: [(3.0, 0.01526), (15, 0.5), (29, 0.99587)]) func easingMatchesWhatAfterEffectsShows(
    frame: Double, progress: Double
  ) {
    let easing = CubicEasing(Point(0.9, 0.1), Point(0.1, 0.9))
    #expect(abs(easing.value(at: frame / 30) - progress) < 5e-6)
  }

  @Test func valueSolvesTheCurve() {
    var random = SplitMix64(seed: 3)
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    for _ in 0..<400 {
      let control1 = Point(unit(), unit() * 3 - 1)
      let control2 = Point(unit(), unit() * 3 - 1)
      let easing = CubicEasing(control1, control2)
      let curve = CubicCurve(.zero, control1, control2, Point(1, 1))
      for t in [0.001, 0.2, 0.5, 0.9, 0.999] {
        let point = curve.point(at: t)
        // Where the curve is upright, a tiny error of x is a large one of y.
        let before = curve.point(at: t - 1e-4)
        let after = curve.point(at: t + 1e-4)
        guard after.x - before.x > 1e-6 else { continue }
        #expect(abs(easing.value(at: point.x) - point.y) < 1e-5)
      }
    }
  }

  @Test func valueRisesWhenTheHandlesLieInTheUnitSquare() {
    var random = SplitMix64(seed: 4)
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    for _ in 0..<200 {
      let easing = CubicEasing(Point(unit(), unit()), Point(unit(), unit()))
      let values = (0...50).map { easing.value(at: Double($0) / 50) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-7 })
      #expect(values.first == 0 && values.last == 1)
    }
  }

  @Test func endsAreExactAndHoldOutside() {
    let easing = CubicEasing(Point(0.3, 2), Point(0.7, -1))
    #expect([-5, 0, 1, 7].map { easing.value(at: $0) } == [0, 0, 1, 1])
  }

  @Test func handlesMayOvershoot() {
    let easing = CubicEasing(Point(0.3, 2), Point(0.7, 2))
    #expect((1..<20).contains { easing.value(at: Double($0) / 20) > 1.2 })
  }

  @Test func handlesOutsideTheTimeAreClamped() {
    let easing = CubicEasing(Point(-3, 0.5), Point(.nan, .infinity))
    #expect(easing.control1 == Point(0, 0.5) && easing.control2 == Point(0, 0))
    #expect(easing.value(at: 0.5).isFinite)
  }

  @Test func linearCurveIsTheIdentity() {
    for x in [0.0, 0.1, 1.0 / 3, 0.99, 1] {
      #expect(CubicEasing.linear.value(at: x) == x)
      #expect(abs(CubicEasing(Point(0.2, 0.2), Point(0.6, 0.6)).value(at: x) - x) < 1e-12)
    }
  }
}
