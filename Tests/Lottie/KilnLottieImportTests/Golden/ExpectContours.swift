import KilnGeometry
import Testing

/// Expects contours to be what lottie-web's path text says, each coordinate give or take 0.0011: the text is rounded to
/// 0.001, and lottie-web computes with 32-bit floats.
///
/// - Parameter ignoringPoints: Whether segments of no length count for nothing; lottie-web leaves some behind.
func expectEqual(
  _ contours: [Contour], _ expected: String, ignoringPoints: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let actual = contours.map { segments($0, ignoringPoints) }
  let wanted = expected.split(separator: "M").map { text in
    let numbers = text.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    let isClosed = text.contains("z")
    let curves = stride(from: 0, to: points.count - 3, by: 3).map {
      CubicCurve(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
    }
    return Segments(curves: curves.filter { !ignoringPoints || $0.start != $0.end }, isClosed: isClosed)
  }
  let isEqual = actual.count == wanted.count && zip(actual, wanted).allSatisfy { $0.isNear($1) }
  #expect(isEqual, "got \(actual)", sourceLocation: sourceLocation)
}

private struct Segments {
  var curves: [CubicCurve]
  var isClosed: Bool

  func isNear(_ other: Segments) -> Bool {
    func points(_ curves: [CubicCurve]) -> [Point] { curves.flatMap { [$0.start, $0.control1, $0.control2, $0.end] } }
    return isClosed == other.isClosed && curves.count == other.curves.count
      && zip(points(curves), points(other.curves)).allSatisfy {
        abs($0.x - $1.x) < 0.0011 && abs($0.y - $1.y) < 0.0011
      }
  }
}

private func segments(_ contour: Contour, _ ignoringPoints: Bool) -> Segments {
  let curves = (0..<contour.segmentCount).map(contour.segment)
  return Segments(curves: curves.filter { !ignoringPoints || $0.start != $0.end }, isClosed: contour.isClosed)
}
