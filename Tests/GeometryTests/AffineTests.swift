import Geometry
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
