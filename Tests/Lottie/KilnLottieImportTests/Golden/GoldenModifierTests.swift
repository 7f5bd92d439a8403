import KilnGeometry
import KilnLottieImport
import Testing

/// Modified paths as lottie-web 5.13 makes them, read back from its SVG and rounded to 0.001 there.
@Suite struct GoldenModifierTests {
  private let square = contour([(30, 30), (70, 30), (70, 70), (30, 70)], isClosed: true)

  private static func contour(_ points: [(Double, Double)], isClosed: Bool) -> Contour {
    Contour(points.map { Contour.Vertex(corner: Point($0, $1)) }, isClosed: isClosed)
  }

  @Test func roundedOpenLine() {
    let line = Self.contour([(0, 0), (40, 0), (40, 30), (100, 30)], isClosed: false)
    expectEqual(
      [RoundedCornersModifier.round(line, radius: 10)],
      """
      M0,0 C0,0 30,0 30,0 C35.519,0 40,4.481 40,10 C40,10 40,20 40,20 C40,25.519 44.481,30 50,30 \
      C50,30 100,30 100,30
      """)
  }

  @Test func roundedSquareBeyondItsSize() {
    expectEqual(
      [RoundedCornersModifier.round(square, radius: 50)],
      """
      M30,50 C30,38.962 38.962,30 50,30 C50,30 50,30 50,30 C61.038,30 70,38.962 70,50 C70,50 70,50 70,50 \
      C70,61.038 61.038,70 50,70 C50,70 50,70 50,70 C38.962,70 30,61.038 30,50 C30,50 30,50 30,50z
      """)
  }

  @Test func verticesWithHandlesAreNotRounded() {
    let circle = ParametricContours.ellipse(center: .zero, radii: Size(9, 9), isClockwise: true)
    #expect(RoundedCornersModifier.round(circle, radius: 5) == circle)
  }

  @Test func bloatedSquare() {
    expectEqual(
      [PuckerBloatModifier.bloat(square, by: 0.3)],
      "M36,36 C24,24 76,24 64,36 C76,24 76,76 64,64 C76,76 24,76 36,64 C24,76 24,24 36,36z")
  }

  @Test func zigZagSquare() {
    expectEqual(
      [ZigZagModifier(amplitude: 5, ridges: 1, isSmooth: false).zigZag(square)],
      """
      M33.536,33.536 C33.536,33.536 50,25 50,25 C50,25 66.464,33.536 66.464,33.536 C66.464,33.536 75,50 75,50 \
      C75,50 66.464,66.464 66.464,66.464 C66.464,66.464 50,75 50,75 C50,75 33.536,66.464 33.536,66.464 \
      C33.536,66.464 25,50 25,50 C25,50 33.536,33.536 33.536,33.536 C33.536,33.536 33.536,33.536 33.536,33.536z
      """)
  }

  @Test func smoothZigZagOpenLine() {
    let line = Self.contour([(0, 50), (60, 50), (60, 90)], isClosed: false)
    expectEqual(
      [ZigZagModifier(amplitude: 5, ridges: 2, isSmooth: true).zigZag(line)],
      """
      M5,50 C5,40 10,45 20,45 C30,45 30,55 40,55 C50,55 54.453,40.293 62.774,45.84 C68.321,49.538 55,56.667 \
      55,63.333 C55,70 65,70 65,76.667 C65,83.333 66.667,85 60,85
      """)
  }

  @Test(arguments: [
    (
      StrokeStyle.Join.miter,
      """
      M30,25 C43.333,25 56.667,25 70,25 C70,25 75,25 75,25 C75,25 75,30 75,30 C75,43.333 75,56.667 75,70 \
      C75,70 75,75 75,75 C75,75 70,75 70,75 C56.667,75 43.333,75 30,75 C30,75 25,75 25,75 C25,75 25,70 25,70 \
      C25,56.667 25,43.333 25,30 C25,30 25,25 25,25 C25,25 30,25 30,25z
      """
    ),
    (
      .round,
      """
      M30,25 C43.333,25 56.667,25 70,25 C73.903,25 75,26.097 75,30 C75,43.333 75,56.667 75,70 \
      C75,73.903 73.903,75 70,75 C56.667,75 43.333,75 30,75 C26.097,75 25,73.903 25,70 \
      C25,56.667 25,43.333 25,30 C25,26.097 26.097,25 30,25 C30,25 30,25 30,25z
      """
    ),
  ])
  func offsetSquare(join: StrokeStyle.Join, expected: String) {
    expectEqual([OffsetPathModifier(amount: 5, join: join, miterLimit: 20).offset(square)], expected)
  }

  @Test func offsetOpenLineIsAnOutline() {
    let line = Self.contour([(10, 50), (90, 50)], isClosed: false)
    expectEqual(
      [OffsetPathModifier(amount: 5, join: .miter, miterLimit: 20).offset(line)],
      "M10,45 C36.667,45 63.333,45 90,45 C90,45 90,55 90,55 C63.333,55 36.667,55 10,55")
  }

  /// Curves with points of inflection, a loop, concave corners, and pieces that cut each other off.
  @Test(arguments: [
    (
      wave, OffsetPathModifier(amount: 6, join: .miter, miterLimit: 20),
      """
      M4.308,48.103 C30,-28.974 70,91.026 84.308,48.103 C84.308,48.103 95.692,51.897 95.692,51.897 \
      C70,128.974 30,8.974 15.692,51.897
      """
    ),
    (
      loop, OffsetPathModifier(amount: 6, join: .round, miterLimit: 0),
      """
      M16.316,75.264 C92.513,16 7.487,16 83.684,75.264 C88.911,79.33 81.544,88.802 76.316,84.736 \
      C-27.487,4 127.487,4 23.684,84.736 C18.456,88.802 11.089,79.33 16.316,75.264
      """
    ),
    (
      contour([(10, 10), (50, 70), (90, 10)], isClosed: false),
      OffsetPathModifier(amount: 10, join: .miter, miterLimit: 100),
      """
      M18.321,4.453 C28.946,20.39 39.571,36.328 50.196,52.265 C50.196,52.265 50,51.972 50,51.972 \
      C50,51.972 49.804,52.265 49.804,52.265 C60.429,36.328 71.054,20.39 81.679,4.453 \
      C81.679,4.453 98.321,15.547 98.321,15.547 C84.987,35.547 71.654,55.547 58.321,75.547 \
      C58.321,75.547 50,88.028 50,88.028 C50,88.028 41.679,75.547 41.679,75.547 \
      C28.346,55.547 15.013,35.547 1.679,15.547
      """
    ),
    (
      curvy, OffsetPathModifier(amount: -5, join: .bevel, miterLimit: 0),
      """
      M41.667,47.779 C46.926,49.757 52.559,49.817 57.841,47.959 C57.841,47.959 58.53,48.787 58.53,48.787 \
      C56.045,58.499 54.287,66.553 52.236,65.528 C48.032,63.426 45.212,56.526 42.372,48.409 \
      C42.372,48.409 41.667,47.779 41.667,47.779z
      """
    ),
  ])
  func offsetCurve(contour: Contour, modifier: OffsetPathModifier, expected: String) {
    expectEqual([modifier.offset(contour)], expected)
  }

  private static let wave = contour(
    [((10, 50), (0, 0), (20, -60)), ((90, 50), (-20, 60), (0, 0))], isClosed: false)
  private static let loop = contour(
    [((20, 80), (0, 0), (90, -70)), ((80, 80), (-90, -70), (0, 0))], isClosed: false)
  private static let curvy = contour(
    [((30, 30), (0, 0), (10, 20)), ((70, 30), (-10, 20), (0, 0)), ((50, 70), (10, 5), (-10, -5))], isClosed: true)

  private typealias Pair = (Double, Double)

  /// Vertices with handles relative to them.
  private static func contour(_ vertices: [(Pair, incoming: Pair, outgoing: Pair)], isClosed: Bool) -> Contour {
    let vertices = vertices.map { vertex, incoming, outgoing in
      let point = Point(vertex.0, vertex.1)
      return Contour.Vertex(
        point, incoming: point + Point(incoming.0, incoming.1), outgoing: point + Point(outgoing.0, outgoing.1))
    }
    return Contour(vertices, isClosed: isClosed)
  }

  @Test func smoothZigZagCurve() {
    expectEqual(
      [ZigZagModifier(amplitude: 4, ridges: 3, isSmooth: true).zigZag(Self.curvy)],
      """
      M33.578,31.789 C35.814,27.317 37.372,35.074 41.415,38.015 C45.459,40.956 45,49 50,49 C55,49 \
      54.541,40.956 58.585,38.015 C62.628,35.074 64.186,27.317 66.422,31.789 C68.922,36.789 70.887,38.349 \
      69.305,43.71 C67.723,49.072 59.177,50.321 57.447,55.637 C55.716,60.952 62.943,65.607 59.626,70.107 \
      C56.31,74.608 55.59,66 50,66 C44.41,66 43.137,70.374 40.193,65.622 C37.249,60.87 44.469,56.938 \
      42.491,51.709 C40.513,46.481 32.62,47.775 30.759,42.503 C28.899,37.232 31.078,36.789 33.578,31.789 \
      C35.814,27.317 31.078,36.789 33.578,31.789z
      """)
  }

  @Test func miterBeyondTheLimitIsABevel() {
    let miter = OffsetPathModifier(amount: 5, join: .miter, miterLimit: 5).offset(square)
    #expect(miter == OffsetPathModifier(amount: 5, join: .bevel, miterLimit: 0).offset(square))
  }
}
