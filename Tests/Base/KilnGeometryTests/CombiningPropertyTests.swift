import KilnGeometry
import KilnTestSupport
import Testing

/// What must hold of boolean operations on any paths: compared with winding numbers of points.
@Suite struct CombiningPropertyTests {
  private static let tolerance = 0.01
  private static let operations: [AreaOperation] = [.intersection, .difference, .union, .exclusion]

  /// How a random path is made.
  enum Kind: CaseIterable {
    /// Corners anywhere, so that edges cross often.
    case tangle
    /// Corners on whole numbers: edges touch, overlap and share ends.
    case lattice
    /// A smooth outline of many curves.
    case blob
    /// Spikes without area, corners that repeat, and ways back on the same line.
    case degenerate
    /// Many small contours.
    case dust
  }

  private static func path(_ kind: Kind, _ random: inout SplitMix64) -> Path {
    var path = Path()
    func point(_ range: ClosedRange<Double>) -> Point {
      Point(.random(in: range, using: &random), .random(in: range, using: &random))
    }
    func whole() -> Point {
      Point(Double(Int.random(in: 0...12, using: &random)), Double(Int.random(in: 0...12, using: &random)))
    }
    func polygon(_ points: [Point]) {
      for (index, point) in points.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
      path.close()
    }
    switch kind {
    case .tangle: polygon((0..<Int.random(in: 3...60, using: &random)).map { _ in point(0...12) })
    case .lattice: polygon((0..<Int.random(in: 3...24, using: &random)).map { _ in whole() })
    case .blob:
      let center = point(4...8)
      let count = Int.random(in: 3...12, using: &random)
      let corners = (0..<count).map { index in
        center
          + Affine.rotation(radians: 2 * .pi * Double(index) / Double(count))
          .applyToVector(Point(.random(in: 1...6, using: &random), 0))
      }
      path.move(to: corners[0])
      for index in 1...count {
        let (from, to) = (corners[index - 1], corners[index % count])
        path.cubic(from + (from - center).turnedClockwise * 0.3, to - (to - center).turnedClockwise * 0.3, to: to)
      }
      path.close()
    case .degenerate:
      var points: [Point] = []
      for _ in 0..<Int.random(in: 2...8, using: &random) {
        let (a, b) = (whole(), whole())
        points += Bool.random(using: &random) ? [a, b, a] : [a, a, a.interpolated(to: b, by: 0.5), b]
      }
      polygon(points)
    case .dust:
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let corner = point(0...11)
        polygon((0..<3).map { _ in corner + point(0...1) })
      }
    }
    return path
  }

  /// Points are inside of the result exactly if they are by the operation, and its contours do not overlap.
  @Test(arguments: 0..<250) func resultsContainWhatTheirOperationSays(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let kinds = Kind.allCases
    let a = Self.path(kinds[seed % kinds.count], &random)
    let b = Self.path(kinds[seed / kinds.count % kinds.count], &random)
    let rule = Bool.random(using: &random) ? FillRule.nonZero : .evenOdd
    let otherRule = Bool.random(using: &random) ? FillRule.nonZero : .evenOdd
    let (insideA, insideB) = (Winding(a), Winding(b))
    let lines = (a.contours + b.contours).map { $0.samples(perCurve: 64) }
    let places = (0..<300).map { _ in
      Point(.random(in: -1...13, using: &random), .random(in: -1...13, using: &random))
    }.filter { place in lines.allSatisfy { distanceToPolygon(place, $0) > 6 * Self.tolerance } }
    for operation in Self.operations {
      let result = try #require(
        a.combined(operation, with: b, rule: rule, otherRule: otherRule, tolerance: Self.tolerance))
      let winding = Winding(result)
      for place in places {
        let isInA = rule.contains(winding: insideA.number(at: place))
        let isInB = otherRule.contains(winding: insideB.number(at: place))
        let expected =
          switch operation {
          case .intersection: isInA && isInB
          case .difference: isInA && !isInB
          case .union: isInA || isInB
          case .exclusion: isInA != isInB
          }
        let number = winding.number(at: place)
        #expect(
          (number != 0) == expected, "\(operation) at \(place) of \(a.text(decimals: 4)) and \(b.text(decimals: 4))")
        #expect(abs(number) <= 1, "contours overlap at \(place)")
      }
    }
  }

  /// |A ∪ B| + |A ∩ B| = |A| + |B|, also for outlines of thousands of edges.
  @Test(arguments: 0..<6) func areasOfLargeOutlinesAddUp(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func outline(_ center: Point) -> Path {
      var path = Path()
      for index in 0..<1200 {
        let radius = 40 + .random(in: -4...4, using: &random) * (seed % 2 == 0 ? 1 : 0.02)
        let corner = center + Affine.rotation(radians: 2 * .pi * Double(index) / 1200).applyToVector(Point(radius, 0))
        if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      path.close()
      return path
    }
    let (a, b) = (outline(Point(50, 50)), outline(Point(70, 60)))
    func area(_ operation: AreaOperation, _ other: Path) throws -> Double {
      try #require(a.combined(operation, with: other, tolerance: Self.tolerance)).signedArea
    }
    let whole = try abs(area(.union, Path()))
    let other = try abs(#require(b.combined(.union, with: Path(), tolerance: Self.tolerance)).signedArea)
    #expect(try abs(abs(area(.union, b)) + abs(area(.intersection, b)) - whole - other) < 0.5)
    #expect(try abs(abs(area(.difference, b)) + abs(area(.intersection, b)) - whole) < 0.5)
    #expect(try abs(area(.difference, a)) < 1e-3)
    #expect(try abs(abs(area(.intersection, a)) - whole) < 0.5)
  }

  /// Edges that lie on each other are one edge, however they are cut and directed.
  @Test(arguments: 0..<40) func sharedEdgesDisappear(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    // A row of cells, each with corners of its own on the sides that it shares.
    var cells: [Path] = []
    for index in 0..<5 {
      let left = Double(index)
      func side(_ x: Double, _ from: Double, _ to: Double) -> [Point] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in Double(Int.random(in: 1...15, using: &random)) / 16 }
          .sorted { from < to ? $0 < $1 : $0 > $1 }.map { Point(x, $0) }
      }
      let points =
        [Point(left, 0)] + side(left, 0, 1) + [Point(left, 1), Point(left + 1, 1)] + side(left + 1, 1, 0)
        + [Point(left + 1, 0)]
      var cell = Path()
      for (index, point) in (Bool.random(using: &random) ? points : points.reversed()).enumerated() {
        if index == 0 { cell.move(to: point) } else { cell.line(to: point) }
      }
      cell.close()
      cells.append(cell)
    }
    var row = Path()
    for cell in cells { row = try #require(row.combined(.union, with: cell, tolerance: Self.tolerance)) }
    #expect(abs(row.signedArea) == 5)
    #expect(row.contours.count == 1)
    for (cell, next) in zip(cells, cells.dropFirst()) {
      #expect(try #require(cell.combined(.intersection, with: next, tolerance: Self.tolerance)).isEmpty)
      #expect(
        try abs(#require(cell.combined(.difference, with: next, tolerance: Self.tolerance)).signedArea) == 1)
    }
  }

  /// Numbers at and beyond all limits give a path or nil.
  @Test(arguments: 0..<100) func hostileNumbersDoNotTrap(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let extremes = [
      0, -0.0, 1, -1, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, .leastNonzeroMagnitude, 0x1p27 * 0x1p-8,
      0x1p27 * 0x1p-8 - 1, -0x1p27 * 0x1p-8 + 0.5, .greatestFiniteMagnitude, 524287.99,
    ]
    func path() -> Path {
      var path = Path()
      func point() -> Point {
        Point(extremes.randomElement(using: &random) ?? 0, extremes.randomElement(using: &random) ?? 0)
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        path.move(to: point())
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          if Bool.random(using: &random) { path.line(to: point()) } else { path.cubic(point(), point(), to: point()) }
        }
        if Bool.random(using: &random) { path.close() }
      }
      return path
    }
    let (a, b) = (path(), path())
    for operation in Self.operations {
      for tolerance in [0.01, 1e-300, 1e300, .nan, .infinity, -1] {
        let result = a.combined(operation, with: b, tolerance: tolerance)
        #expect(result?.points.allSatisfy(\.isFinite) != false)
      }
    }
  }

  /// Combs whose every tooth crosses every other one exceed the limits instead of taking minutes.
  @Test func tooManyCrossingsAreRefused() {
    func comb(_ isTurned: Bool) -> Path {
      var path = Path()
      for index in 0..<1500 {
        let x = Double(index) * 0.5
        for y in index.isMultiple(of: 2) ? [0.0, 800.0] : [800.0, 0.0] {
          let point = isTurned ? Point(y, x) : Point(x, y)
          if path.isEmpty { path.move(to: point) } else { path.line(to: point) }
        }
      }
      path.close()
      return path
    }
    #expect(comb(false).combined(.intersection, with: comb(true), tolerance: Self.tolerance) == nil)
  }
}

extension Path {
  /// Sum of the signed areas of all contours.
  fileprivate var signedArea: Double {
    contours.reduce(0) { sum, contour in
      let points = contour.samples(perCurve: 64)
      return sum + zip(points, points.dropFirst()).reduce(0) { $0 + Point.cross($1.0, $1.1) / 2 }
    }
  }
}
