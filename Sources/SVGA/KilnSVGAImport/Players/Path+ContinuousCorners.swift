internal import KilnGeometry

extension Path {
  /// A rectangle whose corners are those of UIKit since iOS 7: they start at 1.53 radii from the corner, and turn slower than an
  /// arc. Where a side is too short for that, they are arcs.
  static func continuousRect(_ rect: Rect, cornerRadius: Double) -> Path {
    let radius = min(cornerRadius, min(rect.width, rect.height) / 2)
    guard 2 * start * radius <= min(rect.width, rect.height) else { return .rect(rect, cornerRadius: radius) }
    var path = Path()
    let corners = [
      (Point(rect.maxX, rect.minY), Point(-1, 0), Point(0, 1)),
      (Point(rect.maxX, rect.maxY), Point(0, -1), Point(-1, 0)),
      (Point(rect.minX, rect.maxY), Point(1, 0), Point(0, -1)), (Point(rect.minX, rect.minY), Point(0, 1), Point(1, 0)),
    ]
    for (corner, before, after) in corners {
      func point(_ distance: Double, _ depth: Double) -> Point {
        corner + before * (radius * distance) + after * (radius * depth)
      }
      let first = point(start, 0)
      if path.isEmpty { path.move(to: first) } else { path.line(to: first) }
      path.cubic(point(1.08849323, 0), point(0.86840689, 0), to: point(0.66993427, 0.06549600))
      path.line(to: point(0.63149399, 0.07491100))
      path.cubic(point(0.37282392, 0.16905899), point(0.16906013, 0.37282401), to: point(0.07491176, 0.63149399))
      path.cubic(point(0, 0.86840701), point(0, 1.08849299), to: point(0, start))
    }
    path.close()
    return path
  }

  /// Distance from the corner at which the curve starts, in radii.
  private static let start = 1.52866483
}
