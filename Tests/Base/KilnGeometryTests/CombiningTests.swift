import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct CombiningTests {
  private let tolerance = 0.01

  @Test func squaresThatOverlap() throws {
    let a = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Path.rect(Rect(x: 4, y: 5, width: 10, height: 10))
    #expect(try combined(.intersection, a, b).bounds == Rect(x: 4, y: 5, width: 6, height: 5))
    #expect(try area(combined(.intersection, a, b)) == 30)
    #expect(try area(combined(.difference, a, b)) == 70)
    #expect(try area(combined(.union, a, b)) == 170)
    #expect(try area(combined(.exclusion, a, b)) == 140)
  }

  @Test func areasThatOnlyTouchShareNothing() throws {
    let a = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Path.rect(Rect(x: 10, y: 0, width: 10, height: 10))
    #expect(try combined(.intersection, a, b).isEmpty)
    // The shared side is no boundary any more.
    #expect(try combined(.union, a, b).points.count <= 6)
  }

  @Test func whatIsNotCutStaysAsItIs() throws {
    let circle = Path.ellipse(center: Point(5, 5), radii: Size(4, 4))
    let inside = try combined(.intersection, circle, .rect(Rect(x: 0, y: 0, width: 10, height: 10)))
    #expect(inside.verbs.count { $0 == .cubic } == 4)
    #expect(abs(area(inside) - 16 * .pi) < 0.05)
  }

  @Test func cutCurvesArePartsOfTheSameCurves() throws {
    let circle = Path.ellipse(center: Point(0, 0), radii: Size(4, 4))
    let half = try combined(.intersection, circle, .rect(Rect(x: -10, y: -10, width: 20, height: 8.5)))
    // Above y = −1.5: two quarters, both cut, and the line between their ends.
    #expect(half.verbs.count { $0 == .cubic } == 2)
    #expect(half.verbs.count { $0 == .line } <= 1)
    #expect(abs(half.bounds.maxY + 1.5) < tolerance)
  }

  @Test func holesStayHolesByTheNonZeroRule() throws {
    var ring = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    ring.append(.rect(Rect(x: 2, y: 2, width: 6, height: 6)))
    let result = try #require(ring.nonZeroEquivalent(.evenOdd, tolerance: tolerance))
    #expect(area(result) == 64)
    var crossing = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    crossing.append(.rect(Rect(x: 5, y: 5, width: 10, height: 10)))
    #expect(area(try #require(crossing.nonZeroEquivalent(.evenOdd, tolerance: tolerance))) == 150)
  }

  @Test func starCrossesItself() throws {
    var star = Path()
    for index in 0..<5 {
      let angle = Double(index) * 4 * .pi / 5
      let point = Affine.rotation(radians: angle).apply(Point(0, -10))
      if index == 0 { star.move(to: point) } else { star.line(to: point) }
    }
    star.close()
    let whole = try combined(.union, star, Path())
    let hollow = try #require(star.nonZeroEquivalent(.evenOdd, tolerance: tolerance))
    #expect(whole.contours.count == 1)
    #expect(area(hollow) < area(whole) - 30)
  }

  @Test func cropIsExact() {
    let circle = Path.ellipse(center: Point(0, 0), radii: Size(4, 4))
    let quarter = circle.cropped(to: Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(quarter.bounds.minX == 0 && quarter.bounds.minY == 0)
    #expect(abs(area(quarter) - 4 * .pi) < 0.02)
    #expect(circle.cropped(to: Rect(x: 9, y: 9, width: 1, height: 1)).isEmpty)
  }

  /// Areas must add up, whatever polygons meet: |A ∩ B| + |A \ B| = |A|, and the union has the rest.
  @Test(arguments: 0..<200) func randomPolygonsAddUp(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func polygon() -> Path {
      var path = Path()
      // Whole numbers provoke points on lines and lines that lie on each other.
      func point() -> Point {
        Point(Double(Int.random(in: 0...12, using: &random)), Double(Int.random(in: 0...12, using: &random)))
      }
      path.move(to: point())
      for _ in 0..<Int.random(in: 2...9, using: &random) {
        if Bool.random(using: &random) { path.line(to: point()) } else { path.cubic(point(), point(), to: point()) }
      }
      path.close()
      return path
    }
    let (a, b) = (polygon(), polygon())
    let whole = try area(combined(.union, a, Path()))
    let other = try area(combined(.union, b, Path()))
    let both = try area(combined(.intersection, a, b))
    #expect(try abs(both + area(combined(.difference, a, b)) - whole) < 0.5)
    #expect(try abs(area(combined(.union, a, b)) - (whole + other - both)) < 0.5)
    #expect(try abs(area(combined(.exclusion, a, b)) - (whole + other - 2 * both)) < 0.5)
    #expect(both <= min(whole, other) + 0.5)
  }

  @Test func hugeAndTinyNumbersDoNotTrap() {
    let huge = Path.rect(Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300))
    let small = Path.ellipse(center: Point(1e-300, 0), radii: Size(3, 3))
    #expect(huge.combined(.intersection, with: small, tolerance: 0.01).map { abs(area($0) - 9 * .pi) < 0.1 } == true)
    #expect(huge.combined(.union, with: small, tolerance: 0.01) == nil)
    #expect(small.combined(.union, with: small, tolerance: 0) == nil)
  }

  @Test func combiningEndsWithTheEffort() {
    let a = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Path.rect(Rect(x: 4, y: 5, width: 10, height: 10))
    var effort = 1
    #expect(a.combined(.union, with: b, tolerance: tolerance, comparisonBudget: &effort) != nil)
    // Each of the four sides of one square is compared with others at least once.
    #expect(effort < -3)
    #expect(a.combined(.union, with: b, tolerance: tolerance, comparisonBudget: &effort) == nil)
  }

  @Test func manySmallContoursCombine() throws {
    var random = SplitMix64(seed: 1)
    var path = Path()
    for _ in 0..<4000 {
      let corner = Point(.random(in: 0...1000, using: &random), .random(in: 0...1000, using: &random))
      path.move(to: corner)
      path.line(to: corner + Point(1, 0))
      path.line(to: corner + Point(0, 1))
      path.close()
    }
    let whole = try combined(.union, path, Path())
    #expect(whole.contours.count > 3900)
  }

  /// Each spoke crosses all others in one point, which splits it once.
  @Test func crossingsInOnePointCountOnce() throws {
    var path = Path()
    let count = 601
    for index in 0..<count {
      let end = Affine.rotation(radians: .pi * Double(index) / Double(count)).apply(Point(1000, 0))
      let opposite = Point(-end.x, -end.y)
      let (from, to) = index % 2 == 0 ? (end, opposite) : (opposite, end)
      if index == 0 { path.move(to: from) } else { path.line(to: from) }
      path.line(to: to)
    }
    path.close()
    #expect(try !combined(.union, path, Path()).isEmpty)
  }

  private func combined(_ operation: AreaOperation, _ a: Path, _ b: Path) throws -> Path {
    try #require(a.combined(operation, with: b, tolerance: tolerance))
  }

  /// Area inside contours that do not overlap and whose holes run the other way.
  private func area(_ path: Path) -> Double {
    abs(
      path.contours.reduce(0) { sum, contour in
        var area = 0.0
        var last = contour.points[0]
        var index = 0
        func add(_ point: Point) {
          area += Point.cross(last, point) / 2
          last = point
        }
        for verb in contour.verbs {
          if verb == .cubic {
            let curve = CubicCurve(last, contour.points[index], contour.points[index + 1], contour.points[index + 2])
            for step in 1...64 { add(curve.point(at: Double(step) / 64)) }
          } else if verb != .close {
            add(contour.points[index])
          }
          index += verb.pointCount
        }
        add(contour.points[0])
        return sum + area
      })
  }
}
