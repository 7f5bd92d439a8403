import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct EdgeTreeTests {
  /// All pairs with overlapping bounds are found, each once, the larger index first.
  @Test(arguments: 0..<60) func findsWhatComparingAllPairsFinds(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size = Int32([4, 40, 1000][seed % 3])
    func point() -> LatticePoint {
      LatticePoint(x: .random(in: -size...size, using: &random), y: .random(in: -size...size, using: &random))
    }
    let edges = (0..<Int.random(in: 0...90, using: &random)).map { _ in (point(), point()) }
    let fresh = edges.map { _ in seed % 4 == 0 || Bool.random(using: &random) }
    let boxes = edges.map { EdgeBox($0.0, $0.1) }
    var found: [[Int]] = []
    var budget = 1 << 20
    let starts = edges.indices.filter { $0 == 0 || Int.random(in: 0..<4, using: &random) == 0 }
    let tree = EdgeTree(boxes, contourStarts: starts, fresh: fresh)
    let isComplete = tree.forEachPair(fresh: fresh, budget: &budget) { first, second in
      found.append([first, second])
      return true
    }
    var expected: [[Int]] = []
    for first in edges.indices {
      for second in edges.indices[..<first] where fresh[first] || fresh[second] {
        let (a, b) = (edges[first], edges[second])
        let isApart =
          max(a.0.x, a.1.x) < min(b.0.x, b.1.x) || max(b.0.x, b.1.x) < min(a.0.x, a.1.x)
          || max(a.0.y, a.1.y) < min(b.0.y, b.1.y) || max(b.0.y, b.1.y) < min(a.0.y, a.1.y)
        if !isApart { expected.append([first, second]) }
      }
    }
    #expect(isComplete)
    #expect(found.sorted { $0.lexicographicallyPrecedes($1) } == expected)
    #expect(budget <= 1 << 20)
  }

  @Test func endsWithItsBudgetAndWithItsCaller() {
    let boxes = (0..<64).map { EdgeBox(LatticePoint(x: 0, y: $0), LatticePoint(x: 9, y: 99)) }
    let fresh = boxes.map { _ in true }
    let tree = EdgeTree(boxes, fresh: fresh)
    var count = 0
    var budget = 100
    #expect(
      !tree.forEachPair(fresh: fresh, budget: &budget) { _, _ in
        count += 1
        return true
      })
    #expect(count <= 100)
    budget = .max
    #expect(!tree.forEachPair(fresh: fresh, budget: &budget) { _, _ in false })
  }
}
