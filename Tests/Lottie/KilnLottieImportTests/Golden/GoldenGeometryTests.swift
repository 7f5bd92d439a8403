import KilnGeometry
import KilnLottieFormat
import KilnLottieImport
import Testing

/// Geometry as lottie-web 5.13 makes it, read back from its SVG and rounded to 0.001 there.
@Suite struct GoldenGeometryTests {
  private let center = Point(50, 50)

  @Test(arguments: [
    (
      0.0, true,
      "M70,40 C70,40 70,60 70,60 C70,60 30,60 30,60 C30,60 30,40 30,40 C30,40 70,40 70,40z"
    ),
    (
      5, true,
      """
      M70,45 C70,45 70,55 70,55 C70,57.759 67.759,60 65,60 C65,60 35,60 35,60 C32.241,60 30,57.759 30,55 \
      C30,55 30,45 30,45 C30,42.241 32.241,40 35,40 C35,40 65,40 65,40 C67.759,40 70,42.241 70,45z
      """
    ),
    (
      5, false,
      """
      M70,45 C70,42.241 67.759,40 65,40 C65,40 35,40 35,40 C32.241,40 30,42.241 30,45 C30,45 30,55 30,55 \
      C30,57.759 32.241,60 35,60 C35,60 65,60 65,60 C67.759,60 70,57.759 70,55 C70,55 70,45 70,45z
      """
    ),
    (
      0, false,
      "M70,40 C70,40 30,40 30,40 C30,40 30,60 30,60 C30,60 70,60 70,60 C70,60 70,40 70,40z"
    ),
    (
      99, true,
      """
      M70,50 C70,50 70,50 70,50 C70,55.519 65.519,60 60,60 C60,60 40,60 40,60 C34.481,60 30,55.519 30,50 \
      C30,50 30,50 30,50 C30,44.481 34.481,40 40,40 C40,40 60,40 60,40 C65.519,40 70,44.481 70,50z
      """
    ),
  ])
  func rectangle(radius: Double, isClockwise: Bool, expected: String) {
    let contour = ParametricContours.rectangle(
      center: center, size: Size(40, 20), radius: radius, isClockwise: isClockwise)
    expectEqual([contour], expected)
  }

  @Test func rectangleOfNegativeSizeIsNotGuarded() {
    let contour = ParametricContours.rectangle(center: .zero, size: Size(-8, 4), radius: 1, isClockwise: true)
    #expect(contour.vertices.first?.point == Point(-4, -6))
  }

  @Test(arguments: [
    (
      true,
      """
      M50,40 C61.038,40 70,44.481 70,50 C70,55.519 61.038,60 50,60 C38.962,60 30,55.519 30,50 \
      C30,44.481 38.962,40 50,40z
      """
    ),
    (
      false,
      """
      M50,40 C38.962,40 30,44.481 30,50 C30,55.519 38.962,60 50,60 C61.038,60 70,55.519 70,50 \
      C70,44.481 61.038,40 50,40z
      """
    ),
  ])
  func ellipse(isClockwise: Bool, expected: String) {
    expectEqual(
      [ParametricContours.ellipse(center: center, radii: Size(20, 10), isClockwise: isClockwise)], expected)
  }

  @Test(arguments: [
    (
      3.0, true,
      """
      M56.946,10.608 C67.259,12.426 69.868,46.112 68.794,43.16 C67.719,40.207 87.373,67.69 80.642,75.712 \
      C73.911,83.734 43.433,69.151 46.527,69.696 C49.621,70.242 15.994,73.521 12.412,63.681 \
      C8.831,53.84 36.698,34.738 34.679,37.144 C32.66,39.551 46.633,8.789 56.946,10.608z
      """
    ),
    (
      4.9, true,
      """
      M56.946,10.608 C64.681,11.972 67.734,40.459 66.383,38.528 C65.032,36.598 90.756,49.211 89.392,56.946 \
      C88.028,64.681 59.541,67.734 61.472,66.383 C63.402,65.032 50.789,90.756 43.054,89.392 \
      C35.319,88.028 32.266,59.541 33.617,61.472 C34.968,63.402 9.244,50.789 10.608,43.054 \
      C11.972,35.319 40.459,32.266 38.528,33.617 C36.598,34.968 49.211,9.244 56.946,10.608z
      """
    ),
    (
      3, false,
      """
      M56.946,10.608 C46.633,8.789 32.66,39.551 34.679,37.144 C36.698,34.738 8.831,53.84 12.412,63.681 \
      C15.994,73.521 49.621,70.242 46.527,69.696 C43.433,69.151 73.911,83.734 80.642,75.712 \
      C87.373,67.69 67.719,40.207 68.794,43.16 C69.868,46.112 67.259,12.426 56.946,10.608z
      """
    ),
  ])
  func star(points: Double, isClockwise: Bool, expected: String) {
    let contour = ParametricContours.polystar(
      center: center, points: points, rotation: 10.fromDegrees, outer: .init(radius: 40, roundness: 0.5),
      inner: .init(radius: 20, roundness: -0.3), isClockwise: isClockwise)
    expectEqual([contour], expected)
  }

  @Test func polygon() {
    let contour = ParametricContours.polystar(
      center: center, points: 5, rotation: 0, outer: .init(radius: 40, roundness: 0.4), inner: nil, isClockwise: true)
    expectEqual(
      [contour],
      """
      M50,10 C55.027,10 86.489,32.859 88.042,37.639 C89.596,42.42 77.578,79.406 73.511,82.361 \
      C69.445,85.315 30.555,85.315 26.489,82.361 C22.422,79.406 10.404,42.42 11.958,37.639 \
      C13.511,32.859 44.973,10 50,10z
      """)
  }

  @Test(arguments: [Double.nan, -3, 0, 0.9, 1e9, 1e300])
  func polystarOfAnyNumberOfPointsIsBounded(points: Double) {
    let contour = ParametricContours.polystar(
      center: center, points: points, rotation: 0, outer: .init(radius: 40, roundness: 0),
      inner: .init(radius: 20, roundness: 0), isClockwise: true)
    #expect(contour.vertices.count <= 20_000)
  }
}
