import KilnPixels
import KilnTestSupport
import Testing

@Suite struct StructuralSimilarityTests {
  /// A disc on transparent ground, with soft edges.
  private func disc(x centre: Double, _ color: UInt32 = 0x3060C0) -> Pixmap {
    var pixmap = Pixmap(width: 64, height: 48)
    for y in 0..<48 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - centre, Double(y) - 24)
        let alpha = max(0, min(1, 15 - (dx * dx + dy * dy).squareRoot()))
        guard alpha > 0 else { continue }
        var word = UInt32((alpha * 255).rounded()) << 24
        for shift in [0, 8, 16] as [UInt32] {
          word |= UInt32((Double(color >> shift & 255) * alpha).rounded(.down)) << shift
        }
        pixmap[x, y] = word
      }
    }
    return pixmap
  }

  @Test func equalPicturesHaveNoLoss() {
    #expect(StructuralSimilarity.ofContent(disc(x: 30), disc(x: 30)) == 1)
    #expect(StructuralSimilarity.ofContent(Pixmap(width: 9, height: 9), Pixmap(width: 9, height: 9)) == 1)
  }

  @Test func itFallsWithTheDistance() {
    let values = [30, 30.2, 30.5, 31, 33, 40].map { StructuralSimilarity.ofContent(disc(x: 30), disc(x: $0)) }
    for (a, b) in zip(values, values.dropFirst()) { #expect(b < a, "\(values)") }
    #expect(values[5] < 0.7 && values[1] > 0.97, "\(values)")
  }

  /// The ground around the content counts for nothing, however large it is.
  @Test func backgroundsAreNoContent() {
    func placed(_ picture: Pixmap) -> Pixmap {
      var large = Pixmap(width: 300, height: 300)
      large.copy(picture, x: 100, y: 120)
      return large
    }
    let (a, b) = (disc(x: 30), disc(x: 32))
    let small = StructuralSimilarity.ofContent(a, b)
    #expect(abs(StructuralSimilarity.ofContent(placed(a), placed(b)) - small) < 1e-4)
  }

  /// A white disc is invisible over white, and a grey one over grey: the worse of both counts.
  @Test func bothGroundsCount() {
    let nothing = Pixmap(width: 64, height: 48)
    for color in [0xFFFFFF, 0x767676] as [UInt32] {
      #expect(StructuralSimilarity.ofContent(nothing, disc(x: 30, color)) < 0.9)
    }
  }

  @Test func coarserStepsChangeLittle() {
    for x in [30.3, 31, 35] {
      let exact = StructuralSimilarity.ofContent(disc(x: 30), disc(x: x))
      #expect(abs(StructuralSimilarity.ofContent(disc(x: 30), disc(x: x), step: 2) - exact) < 0.01)
    }
  }
}
