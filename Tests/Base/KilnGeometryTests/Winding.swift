import KilnGeometry

/// A polygon's edges, for asking whether points lie inside an outline.
struct Winding {
  private var edges: [(Point, Point)] = []

  init(_ path: Path) {
    for contour in path.contours {
      var index = 0
      var points: [Point] = []
      for verb in contour.verbs {
        switch verb {
        case .move, .line: points.append(contour.points[index])
        case .cubic:
          let curve = CubicCurve(
            points[points.count - 1], contour.points[index], contour.points[index + 1], contour.points[index + 2])
          let count = curve.segmentCount(tolerance: 1e-3)
          points += (1...count).map { curve.point(at: Double($0) / Double(count)) }
        case .close: break
        }
        index += verb.pointCount
      }
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y { edges.append((a, b)) }
    }
  }

  /// By the non-zero rule.
  func contains(_ point: Point) -> Bool { number(at: point) != 0 }

  func number(at point: Point) -> Int {
    var winding = 0
    for (a, b) in edges where (a.y <= point.y) != (b.y <= point.y) {
      if a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) > point.x { winding += a.y < b.y ? 1 : -1 }
    }
    return winding
  }
}

/// Distance of a point to the polygon through points.
func distanceToPolygon(_ point: Point, _ line: [Point]) -> Double {
  guard line.count > 1 else { return line.first?.distance(to: point) ?? .infinity }
  return zip(line, line.dropFirst()).map { a, b in
    let ab = b - a
    let length = Point.dot(ab, ab)
    let t = length > 0 ? max(0, min(1, Point.dot(point - a, ab) / length)) : 0
    return point.distance(to: a.interpolated(to: b, by: t))
  }.min() ?? .infinity
}
