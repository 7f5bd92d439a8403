import KilnAtlasExport
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct PackingTests {
  private typealias Extent = PackingProblem.Extent

  /// Sizes as animations have them: some large, many small, several equal.
  private static func sizes(_ count: Int, seed: UInt64, upTo side: Int = 90) -> [Extent] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      index % 7 == 6
        ? Extent(width: 24, height: 24)
        : Extent(width: 1 + Int(random.next() % UInt64(side)), height: 1 + Int(random.next() % UInt64(side)))
    }
  }

  private static func pages(
    _ sizes: [Extent], gap: Int = 2, side: Int = 2048, turning: Bool = false,
    _ legal: AtlasPageSizes = AtlasPageSizes(),
    threads: Int = 1
  ) throws -> [PackedPage] {
    let problem = PackingProblem(sizes, gap: gap, maximumSide: side, allowsTurning: turning, pages: legal)
    return try #require(try AtlasPacking(problem, threads: threads).pages())
  }

  /// Every rectangle is on one page, inside it, and none is nearer to another than the gap.
  private static func check(_ pages: [PackedPage], _ sizes: [Extent], gap: Int, side: Int) {
    #expect(pages.flatMap(\.members).sorted() == Array(sizes.indices))
    for page in pages {
      #expect(page.members.count == page.places.count)
      #expect(max(page.size.width, page.size.height) <= side)
      var owners = [Bool](repeating: false, count: (page.size.width + gap) * (page.size.height + gap))
      for (member, place) in zip(page.members, page.places) {
        let size = place.isTurned ? sizes[member].turned : sizes[member]
        #expect(place.x >= 0 && place.y >= 0)
        #expect(place.x + size.width <= page.size.width && place.y + size.height <= page.size.height)
        for y in place.y..<place.y + size.height + gap {
          for x in place.x..<place.x + size.width + gap {
            let index = y * (page.size.width + gap) + x
            #expect(!owners[index], "\(x), \(y) is used twice")
            owners[index] = true
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 13, 60], [false, true])
  func rectanglesLieApartOnOnePage(_ count: Int, _ turning: Bool) throws {
    let gap = count == 13 ? 0 : 2
    let sizes = Self.sizes(count, seed: UInt64(count))
    let pages = try Self.pages(sizes, gap: gap, turning: turning)
    #expect(pages.count == 1)
    Self.check(pages, sizes, gap: gap, side: 2048)
    #expect(turning || pages[0].places.allSatisfy { !$0.isTurned })
  }

  @Test(arguments: [false, true])
  func whatDoesNotFitGoesToFurtherPages(_ turning: Bool) throws {
    let sizes = Self.sizes(80, seed: 5)
    let pages = try Self.pages(sizes, side: 256, turning: turning)
    #expect(pages.count > 1)
    Self.check(pages, sizes, gap: 2, side: 256)
    let areas = pages.map { page in page.members.reduce(0) { $0 + sizes[$1].area } }
    // Where that costs area, pages differ; none is nearly empty.
    #expect(3 * (areas.min() ?? 0) > areas.max() ?? 0, "\(areas)")
  }

  @Test(arguments: AtlasPageSizes.Step.allCases, [false, true])
  func sidesAreAsAskedFor(_ step: AtlasPageSizes.Step, _ isSquare: Bool) throws {
    var legal = AtlasPageSizes()
    legal.step = step
    legal.isSquare = isSquare
    let sizes = Self.sizes(40, seed: 9)
    for side in [2048, 250] {
      let pages = try Self.pages(sizes, side: side, legal)
      Self.check(pages, sizes, gap: 2, side: side)
      for size in pages.map(\.size) {
        #expect(!isSquare || size.width == size.height)
        for length in [size.width, size.height] {
          switch step {
          case .any: break
          case .multipleOfFour: #expect(length % 4 == 0)
          case .powerOfTwo: #expect(length.nonzeroBitCount == 1)
          }
        }
      }
    }
  }

  @Test func placesDoNotDependOnTheNumberOfThreads() throws {
    let sizes = Self.sizes(50, seed: 3)
    #expect(try Self.pages(sizes) == Self.pages(sizes, threads: 4))
    #expect(try Self.pages(sizes) == Self.pages(sizes))
  }

  /// Squares of one size tile a page without loss.
  @Test(arguments: [4, 9, 12, 30])
  func equalSquaresLoseNothing(_ count: Int) throws {
    let sizes = [Extent](repeating: Extent(width: 30, height: 30), count: count)
    let page = try Self.pages(sizes, gap: 0)[0]
    #expect(page.size.area == count * 900)
  }

  /// The heuristics have to beat a shelf by far on mixed sizes.
  @Test func mixedSizesFillMostOfThePage() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let sizes = Self.sizes(60, seed: seed)
      let page = try Self.pages(sizes, gap: 0)[0]
      let used = sizes.reduce(0) { $0 + $1.area }
      #expect(Double(used) > 0.92 * Double(page.size.area), "\(used) of \(page.size.area)")
    }
  }

  @Test(arguments: [MaximalRectangles.Heuristic.shortSide, .longSide, .area, .top])
  func maximalRectanglesFillAHoleExactly(_ heuristic: MaximalRectangles.Heuristic) {
    var bin = MaximalRectangles(width: 10, height: 10, heuristic: heuristic)
    let places = [Extent(width: 10, height: 4), Extent(width: 4, height: 6), Extent(width: 6, height: 6)].map {
      bin.insert($0, allowsTurning: false)
    }
    #expect(places.allSatisfy { $0 != nil })
    #expect(bin.insert(Extent(width: 1, height: 1), allowsTurning: true) == nil)
  }

  @Test func aTurnedRectangleFitsWhereAnUprightOneDoesNot() {
    var bin = MaximalRectangles(width: 4, height: 10, heuristic: .top)
    #expect(bin.insert(Extent(width: 9, height: 3), allowsTurning: false) == nil)
    #expect(bin.insert(Extent(width: 9, height: 3), allowsTurning: true)?.isTurned == true)
  }
}
