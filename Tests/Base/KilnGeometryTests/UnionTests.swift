import KilnGeometry
import Testing

/// Unions of many paths, and paths that are made of many: the work grows with their number, not with its square.
@Suite struct UnionTests {
  private let tolerance = 0.01

  /// Circles in a row, each of which overlaps its neighbours.
  private func circles(_ count: Int) -> [Path] {
    (0..<count).map { Path.ellipse(center: Point(Double($0) * 3, 0), radii: Size(4, 4)) }
  }

  @Test func aUnionCoversWhatAnyPathCovers() throws {
    for count in [0, 1, 2, 3, 7, 16] {
      let paths = circles(count)
      let union = try #require(Path.union(of: paths, tolerance: tolerance))
      #expect(union.bounds == paths.reduce(Rect.empty) { $0.union($1.bounds) })
      var expected = Path()
      for path in paths { expected = try #require(expected.combined(.union, with: path, tolerance: tolerance)) }
      let difference = try #require(union.combined(.exclusion, with: expected, tolerance: tolerance))
      #expect(difference.bounds.isEmpty || min(difference.bounds.width, difference.bounds.height) < 1)
      // One outline, whatever the order.
      #expect(union.verbs.count { $0 == .move } == min(count, 1))
    }
  }

  @Test func pathsThatAreApartStayAsTheyAre() throws {
    let paths = [0.0, 20, 40].map { Path.ellipse(center: Point($0, 0), radii: Size(4, 4)) }
    var whole = Path()
    for path in paths { whole.append(path) }
    #expect(Path.union(of: paths, tolerance: tolerance) == whole)
  }

  @Test func comparisonsOfAUnionGrowWithTheNumberOfPaths() throws {
    func comparisons(_ count: Int) throws -> Int {
      var budget = Int.max
      _ = try #require(Path.union(of: circles(count), tolerance: tolerance, comparisonBudget: &budget))
      return Int.max - budget
    }
    let (few, many) = try (comparisons(64), comparisons(256))
    #expect(few > 0 && many < 8 * few)
  }

  @Test func aUsedUpBudgetEndsAUnion() {
    var budget = 1
    #expect(Path.union(of: circles(64), tolerance: tolerance, comparisonBudget: &budget) == nil)
  }

  @Test func appendingManyPathsSeldomMovesTheirPoints() {
    let part = Path.ellipse(center: .zero, radii: Size(4, 4))
    var path = Path()
    var capacities: Set<Int> = []
    for index in 0..<2000 {
      path.append(part, transformedBy: .translation(Double(index), 1))
      capacities.insert(path.points.capacity)
    }
    #expect(path.points.count == 2000 * part.points.count)
    #expect(capacities.count < 30)
  }
}
