import KilnGeometry
import Testing

/// What is made of computed numbers, which may be anything.
@Suite struct ComputedNumberTests {
  private static let odd: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e39, -1e39]

  @Test func numbersOfThirtyTwoBitsFit() {
    for number in [0, -0.0, 1e-300, 1, -1e9, 8.5e37, -8.5e37] { #expect(number.fitsFloat) }
    for number in Self.odd {
      #expect(!number.fitsFloat)
      #expect(!Point(0, number).fitsFloat && !Size(number, 0).fitsFloat)
      #expect(!Rect(minX: 0, minY: 0, maxX: number, maxY: 0).fitsFloat)
      #expect(!Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: number).fitsFloat)
    }
    // So does what two of them are apart.
    #expect(Float(Double.largestFloat + .largestFloat).isFinite)
  }

  @Test func rangesAreInOrderAndFinite() {
    #expect(ClosedRange(checking: -1, 2) == -1...2)
    #expect(ClosedRange(checking: 2, 2) == 2...2)
    for (low, high) in [(2.0, 1.0), (.nan, 1), (1, .nan), (-.infinity, 1), (1, .infinity)] {
      #expect(ClosedRange(checking: low, high) == nil)
    }
    #expect((1.0...2.0).union(4...5) == 1...5)
  }

  @Test func rectanglesThatHoldNothingHaveNoRange() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 0)
    #expect(rect.checked == rect)
    #expect(rect.horizontalRange == 1...4)
    #expect(Rect.empty.horizontalRange == nil)
    #expect(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1).horizontalRange == nil)
    #expect(Rect(minX: 0, minY: 0, maxX: .infinity, maxY: 1).checked == nil)
  }

  @Test func wholeNumbersAreClamped() {
    #expect(Int(clamping: 3.9, to: 0...10) == 3)
    #expect(Int(clamping: -3.9, to: -10...10) == -3)
    #expect(Int(clamping: -0.5, to: 0...10) == 0)
    #expect(Self.odd.map { Int(clamping: $0, to: -5...5) } == [-5, 5, -5, 5, -5, 5, -5])
    #expect(Int(clamping: 1e300, to: .min ... .max) == .max)
    #expect(Int(clamping: -1e300, to: .min ... .max) == .min)
  }

  @Test func pathsSayWhetherTheirPointsFit() {
    var path = Path(text: "M1 1 L2 2")
    #expect(path.fitsFloat)
    path.append(path, transformedBy: .scale(1e30, 1e30))
    #expect(path.fitsFloat)
    path.append(path, transformedBy: .scale(1e10, 1e10))
    #expect(!path.fitsFloat)
    var other = Path()
    other.append(path)
    #expect(!other.fitsFloat && !path.transformed(by: .scale(0, 0)).fitsFloat)
    other.removeAll()
    #expect(other.fitsFloat)
  }
}
