internal import KilnGeometry

extension Path {
  /// The area without what lies within a square of twice the radius around its edge (`feMorphology`); nil if that takes
  /// too long.
  func eroded(radius: Double, tolerance: Double) -> Path? {
    guard radius > 0 else { return self }
    if isConvex(tolerance: tolerance) {
      // The intersection of the area moved by each corner of the square.
      var rest: Path? = self
      for corner in [Point(1, 1), Point(-1, 1), Point(1, -1), Point(-1, -1)] {
        let moved = transformed(by: .translation(corner.x * radius, corner.y * radius))
        rest = rest?.combined(.intersection, with: moved, tolerance: tolerance)
      }
      return rest
    }
    var edge = Path()
    for contour in contours {
      let points = contour.flattened(tolerance: tolerance)
      guard points.count <= 2048 else { return nil }
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) { edge.append(.swept(a, b, radius: radius)) }
    }
    return combined(.difference, with: edge, tolerance: tolerance)
  }

  /// Whether the path is one contour that always turns the same way.
  private func isConvex(tolerance: Double) -> Bool {
    guard verbs.count(where: { $0 == .move }) == 1 else { return false }
    var points = flattened(tolerance: tolerance)
    if points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count > 2 else { return false }
    let turns = points.indices.map { index in
      let (a, b) = (points[(index + 1) % points.count], points[(index + 2) % points.count])
      return Point.cross(a - points[index], b - a)
    }
    return turns.allSatisfy { $0 >= -tolerance * tolerance } || turns.allSatisfy { $0 <= tolerance * tolerance }
  }

  /// The points of a single contour's segments and some inside each curve.
  private func flattened(tolerance: Double) -> [Point] {
    var result: [Point] = []
    var index = 0
    for verb in verbs {
      if verb == .cubic, let start = result.last {
        let curve = CubicCurve(start, points[index], points[index + 1], points[index + 2])
        let count = min(64, curve.segmentCount(tolerance: tolerance))
        for step in 1...count { result.append(curve.point(at: Double(step) / Double(count))) }
      } else if verb.pointCount == 1 {
        result.append(points[index])
      }
      index += verb.pointCount
    }
    return result
  }

  /// Area swept by a square of side 2 × `radius` whose centre moves along a line.
  private static func swept(_ a: Point, _ b: Point, radius: Double) -> Path {
    // The hull of the squares at both ends: two corners of each are inside of it.
    let isFalling = (b.x - a.x) * (b.y - a.y) > 0
    let (left, right) = a.x <= b.x ? (a, b) : (b, a)
    let r = radius
    var path = Path()
    let corners =
      isFalling
      ? [
        left + Point(-r, -r), left + Point(r, -r), right + Point(r, -r), right + Point(r, r), right + Point(-r, r),
        left + Point(-r, r),
      ]
      : [
        left + Point(-r, -r), right + Point(-r, -r), right + Point(r, -r), right + Point(r, r), left + Point(r, r),
        left + Point(-r, r),
      ]
    for (index, corner) in corners.enumerated() {
      if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
    }
    path.close()
    return path
  }
}
