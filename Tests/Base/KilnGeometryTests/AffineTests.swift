import KilnGeometry
import Testing

@Suite struct AffineTests {
  @Test func productAppliesTheRightFactorFirst() {
    let moved = Affine.scale(2, 3) * .translation(10, 100)
    #expect(moved.apply(Point(1, 1)) == Point(22, 303))
  }

  @Test func rotationIsClockwiseOnScreen() {
    let turned = Affine.rotation(radians: .pi / 2).apply(Point(1, 0))
    #expect(abs(turned.x) < 1e-12 && abs(turned.y - 1) < 1e-12)
  }

  @Test func inverseLeadsBack() throws {
    let map = Affine(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)
    let back = try #require(map.inverse).apply(map.apply(Point(5, 6)))
    #expect(abs(back.x - 5) < 1e-12 && abs(back.y - 6) < 1e-12)
  }

  @Test func flatMapHasNoInverse() { #expect(Affine(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil) }

  @Test func stretchIsTheLongestAndShortestImageOfAUnitVector() {
    let stretch = (Affine.rotation(radians: 0.3) * .scale(2, 5) * .rotation(radians: 1)).stretch
    #expect(abs(stretch.largest - 5) < 1e-9 && abs(stretch.smallest - 2) < 1e-9)
  }
}

@Suite struct AffineStretchTests {
  /// The smallest factor keeps its digits beside a large one.
  @Test(arguments: [1e-3, 1e-7, 1e-12, 1e-30]) func smallStretchIsPrecise(factor: Double) {
    let straight = Affine.scale(3, factor).stretch
    #expect(straight.largest == 3 && abs(straight.smallest / factor - 1) < 1e-12)
    #expect(abs(Affine.scale(factor, factor).stretch.smallest / factor - 1) < 1e-12)
  }

  @Test func flatMapsStretchByZero() {
    #expect(Affine(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).stretch.smallest == 0)
    #expect(Affine.scale(0, 0).stretch == (0, 0))
  }

  @Test func stretchBoundsTheLengthOfEveryImage() {
    let map = Affine(a: 1.5, b: -0.3, c: 2, d: 0.7, tx: 9, ty: 9)
    let lengths = (0..<720).map { step in
      let (sine, cosine) = Scalar.sineCosine(Double(step) * .pi / 360)
      return map.applyToVector(Point(cosine, sine)).length
    }
    #expect(abs((lengths.max() ?? 0) - map.stretch.largest) < 1e-4)
    #expect(abs((lengths.min() ?? 0) - map.stretch.smallest) < 1e-4)
  }

  @Test func onlyTurnsMirrorsAndEvenScalesAreUniform() {
    #expect((Affine.rotation(radians: 1) * .scale(-4, 4)).isUniform())
    #expect(!Affine.scale(1, 1.01).isUniform())
    #expect(Affine.scale(1, 1.01).isUniform(tolerance: 0.1))
  }
}

@Suite struct RectTests {
  private let rect = Rect(x: 1, y: 2, width: 3, height: 4)

  @Test func emptyIsNeutral() {
    #expect(Rect.empty.isEmpty && Rect.empty.union(rect) == rect && rect.union(.empty) == rect)
    #expect(rect.intersection(.empty).isEmpty && rect.contains(.empty) && !Rect.empty.contains(rect))
    #expect(Rect.empty.insetBy(-5).isEmpty && Affine.scale(2, 2).apply(.empty).isEmpty)
  }

  @Test func insetMovesEverySideInwards() {
    #expect(rect.insetBy(1) == Rect(minX: 2, minY: 3, maxX: 3, maxY: 5))
    #expect(rect.insetBy(-1) == Rect(minX: 0, minY: 1, maxX: 5, maxY: 7))
    #expect(rect.insetBy(10).isEmpty)
  }

  @Test func imageHoldsAllCorners() {
    let image = Affine.rotation(radians: .pi / 2).apply(rect)
    #expect(image.contains(Rect(minX: -6, minY: 1, maxX: -2, maxY: 4), tolerance: 1e-12))
    #expect(abs(image.width - 4) < 1e-12 && abs(image.height - 3) < 1e-12)
  }

  @Test func numbersThatAreNoneAreEmptyOrIgnored() {
    #expect(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1).isEmpty)
    #expect(rect.including(Point(.nan, .nan)) == rect)
  }
}
