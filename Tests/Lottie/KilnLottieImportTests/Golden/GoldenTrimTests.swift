import KilnGeometry
import KilnLottieImport
import Testing

/// Trimmed paths as lottie-web 5.13 makes them, read back from its SVG and rounded to 0.001 there.
@Suite struct GoldenTrimTests {
  private let square = Contour(
    [Point(30, 30), Point(70, 30), Point(70, 70), Point(30, 70)].map(Contour.Vertex.init(corner:)), isClosed: true)

  @Test(arguments: [
    (
      10.0, 60.0, 0.0, true,
      "M46,30 C57.137,30 70,30 70,30 C70,30 70,70 70,70 C70,70 62.503,70 54,70"
    ),
    (
      0, 50, 270, true,
      """
      M30,70 C30,70 30,70 30,70 C30,70 30,30 30,30 C30,30 30,30 30,30 C30,30 70,30 70,30 C70,30 70,30 70,30
      """
    ),
    (
      0, 50, 270, false, "M60,70 C48.153,70 30,70 30,70 M30,30 C30,30 48.153,30 60,30"
    ),
    (
      0, 100, 90, true,
      """
      M70,30 C70,30 70,30 70,30 C70,30 70,70 70,70 C70,70 30,70 30,70 C30,70 30,30 30,30 C30,30 30,30 30,30 \
      C30,30 70,30 70,30 C70,30 70,30 70,30
      """
    ),
  ])
  func square(start: Double, end: Double, offset: Double, isClosed: Bool, expected: String) {
    var paths = [MeasuredPath([Contour(square.vertices, isClosed: isClosed)])]
    let range = TrimModifier.Range(start: start / 100, end: end / 100, offsetDegrees: offset)
    TrimModifier.trim(&paths, range, isSequential: false)
    expectEqual(paths[0].contours, expected, ignoringPoints: true)
  }

  @Test func curve() {
    let curve = Contour(
      [
        Contour.Vertex(Point(10, 50), incoming: Point(10, 50), outgoing: Point(10, -10)),
        Contour.Vertex(Point(90, 50), incoming: Point(90, -10), outgoing: Point(90, 50)),
      ], isClosed: false)
    var paths = [MeasuredPath([curve])]
    TrimModifier.trim(&paths, TrimModifier.Range(start: 0.25, end: 0.75, offsetDegrees: 0), isSequential: false)
    expectEqual(paths[0].contours, "M20.315,18.627 C35.661,0.458 64.339,0.458 79.685,18.627")
  }

  @Test(arguments: [
    (0.0, ["M40,10 C67.843,10 100,10 100,10", "M0,20 C0,20 25.409,20 40,20", ""]),
    (180.0, ["M0,10 C0,10 18.743,10 40,10", "M40,20 C45.878,20 50,20 50,20", "M0,30 C0,30 50,30 50,30"]),
  ])
  func sequential(offset: Double, expected: [String]) {
    var paths = [(10.0, 100.0), (20, 50), (30, 50)].map { y, length in
      MeasuredPath([Contour([Point(0, y), Point(length, y)].map(Contour.Vertex.init(corner:)), isClosed: false)])
    }
    TrimModifier.trim(&paths, TrimModifier.Range(start: 0.2, end: 0.7, offsetDegrees: offset), isSequential: true)
    for (path, expected) in zip(paths, expected) { expectEqual(path.contours, expected) }
  }

  @Test(arguments: [Double.nan, .infinity, -1e300])
  func offsetsOfAnyKindDoNotTrap(offset: Double) {
    var paths = [MeasuredPath([square])]
    TrimModifier.trim(&paths, TrimModifier.Range(start: 0.2, end: 0.7, offsetDegrees: offset), isSequential: true)
    #expect(paths.count == 1)
  }
}
