import KilnGeometry
import KilnRendering
import Testing

@Suite struct CanvasFitTests {
  @Test func ownSizeIsTheIdentity() {
    let fit = CanvasFit(canvas: Size(40, 30))
    #expect(fit.width == 40)
    #expect(fit.height == 30)
    #expect(fit.transform == .identity)
  }

  @Test func oneSideKeepsTheAspect() {
    #expect(CanvasFit(canvas: Size(40, 30), width: 20, height: nil).height == 15)
    #expect(CanvasFit(canvas: Size(40, 30), width: nil, height: 60).width == 80)
  }

  @Test func theCanvasIsCentredWhereTheAspectDiffers() {
    let fit = CanvasFit(canvas: Size(40, 30), width: 80, height: 80)
    #expect(fit.transform == Affine(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 10))
  }

  @Test(arguments: [Size(0.2, 0.2), Size(1e-9, 1e9), Size(1e300, 1)])
  func anyCanvasHasAtLeastOnePixel(canvas: Size) {
    let fit = CanvasFit(canvas: canvas)
    #expect(fit.width >= 1)
    #expect(fit.height >= 1)
    #expect(fit.transform.isFinite)
  }

  @Test(arguments: [
    (CanvasFit.Mode.contain, Point(0, 10), Point(80, 70)), (.cover, Point(-13.333, 0), Point(93.333, 80)),
    (.fill, Point(0, 0), Point(80, 80)),
  ])
  func modesPlaceTheCanvasInASquare(mode: CanvasFit.Mode, topLeft: Point, bottomRight: Point) {
    let fit = CanvasFit(canvas: Size(40, 30), width: 80, height: 80, mode: mode)
    #expect(fit.transform.apply(Point(0, 0)).distance(to: topLeft) < 0.01)
    #expect(fit.transform.apply(Point(40, 30)).distance(to: bottomRight) < 0.01)
  }
}
