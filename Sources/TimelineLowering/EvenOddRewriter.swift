internal import Geometry
internal import Pixels
internal import Rasterizer

/// Turns even-odd paths into non-zero ones that cover the same, by turning contours around.
///
/// Contours that lie inside an odd number of others become holes. That is right unless contours cross, so the result is
/// drawn beside the original; if it differs, there is none.
struct EvenOddRewriter {
  private var rasterizer = Rasterizer()
  /// Pixels along the longer side of the pictures that are compared.
  private static let side = 128.0

  mutating func nonZero(_ path: Path) -> Path? {
    let contours = path.contours
    if contours.count == 1, covers(path, sameAs: path) { return path }
    let polygons = contours.map(\.polygon)
    var result = Path()
    for (index, contour) in contours.enumerated() {
      guard let point = polygons[index].first else { continue }
      let depth = polygons.indices.count { $0 != index && polygons[$0].contains(point) }
      let isClockwise = polygons[index].signedArea > 0
      result.append(isClockwise == (depth % 2 == 0) ? contour : contour.reversedContour)
    }
    return covers(result, sameAs: path) ? result : nil
  }

  private mutating func covers(_ nonZero: Path, sameAs evenOdd: Path) -> Bool {
    let bounds = evenOdd.bounds
    let longer = max(bounds.width, bounds.height)
    guard longer > 0, longer.isFinite else { return true }
    let scale = (Self.side - 2) / longer
    let transform = .translation(1, 1) * .scale(scale, scale) * Affine.translation(-bounds.minX, -bounds.minY)
    var first = Pixmap(width: Int(Self.side), height: Int(Self.side))
    var second = first
    rasterizer.fill(evenOdd, transform: transform, rule: .evenOdd, color: .white, into: &first)
    rasterizer.fill(nonZero, transform: transform, rule: .nonZero, color: .white, into: &second)
    // Where contours only touch, a pixel on the seam may differ a little.
    return zip(first.pixels, second.pixels).allSatisfy { abs(Int($0 >> 24) - Int($1 >> 24)) <= 24 }
  }
}

extension Path {
  /// A single contour run the other way, closed.
  fileprivate var reversedContour: Path {
    var result = Path()
    guard let last = points.last else { return result }
    result.move(to: last)
    var index = points.count
    for verb in verbs.reversed() {
      switch verb {
      case .line: result.line(to: points[index - 2])
      case .cubic: result.cubic(points[index - 2], points[index - 3], to: points[index - 4])
      case .move, .close: break
      }
      index -= verb.pointCount
    }
    result.close()
    return result
  }

  /// The end points of a single contour's segments, and one point inside each curve.
  fileprivate var polygon: [Point] {
    var polygon: [Point] = []
    var index = 0
    for verb in verbs {
      if verb == .cubic, let start = polygon.last {
        polygon.append(CubicCurve(start, points[index], points[index + 1], points[index + 2]).point(at: 0.5))
      }
      index += verb.pointCount
      if verb.pointCount > 0 { polygon.append(points[index - 1]) }
    }
    return polygon
  }
}

extension [Point] {
  /// Area of the polygon, positive if it runs clockwise on screen.
  fileprivate var signedArea: Double {
    indices.reduce(0) { $0 + Point.cross(self[$1], self[($1 + 1) % count]) } / 2
  }

  /// Whether a point lies inside the polygon.
  fileprivate func contains(_ point: Point) -> Bool {
    var isInside = false
    for index in indices {
      let a = self[index]
      let b = self[(index + 1) % count]
      if (a.y > point.y) != (b.y > point.y), point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) {
        isInside.toggle()
      }
    }
    return isInside
  }
}
