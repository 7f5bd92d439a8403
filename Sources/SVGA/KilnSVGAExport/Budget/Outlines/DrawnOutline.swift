internal import KilnGeometry
internal import KilnTimeline

/// The points of a list of shapes or of a clip, in the sprite's space, to compare with others.
final class DrawnOutline: Sendable {
  /// Points that are compared where two outlines have not the same number.
  private static let samples = 16
  /// Points of another outline that they are compared with.
  private static let corners = 64

  let points: [Point]
  /// Length of the control polygons.
  let length: Double
  private let verbs: Int
  private let styles: [ShapeStyle]

  convenience init(_ list: ShapeList) {
    var path = Path()
    for shape in list.shapes { path.append(shape.outline.path, transformedBy: shape.transform) }
    self.init(path, styles: list.shapes.map(\.style))
  }

  init(_ path: Path, styles: [ShapeStyle] = []) {
    points = path.points
    verbs = path.verbs.count
    self.styles = styles
    var length = 0.0
    var index = 0
    for verb in path.verbs {
      for _ in 0..<verb.pointCount {
        if verb != .move, index > 0 { length += (path.points[index] - path.points[index - 1]).length }
        index += 1
      }
    }
    self.length = length
  }

  /// Root mean square distance to another outline on the canvas, in pixels.
  func distance(to other: DrawnOutline, _ transform: Affine, _ otherTransform: Affine) -> Double {
    guard verbs == other.verbs, points.count == other.points.count else {
      return max(
        spread(to: other, transform, otherTransform), other.spread(to: self, otherTransform, transform))
    }
    guard !points.isEmpty else { return 0 }
    var sum = 0.0
    for (a, b) in zip(points, other.points) {
      let difference = transform.apply(a) - otherTransform.apply(b)
      sum += difference.x * difference.x + difference.y * difference.y
    }
    return (sum / Double(points.count)).squareRoot()
  }

  /// Difference of the styles, as the distance in pixels that is about as visible.
  func styleDistance(to other: DrawnOutline) -> Double {
    guard styles.count == other.styles.count else { return 8 }
    return zip(styles, other.styles).reduce(0) { max($0, $1.0 == $1.1 ? 0 : Self.distance($1.0, $1.1)) }
  }

  /// Root mean square distance of some points to the nearest line of another outline.
  private func spread(to other: DrawnOutline, _ transform: Affine, _ otherTransform: Affine) -> Double {
    guard !points.isEmpty, other.points.count > 1 else { return points.isEmpty && other.points.isEmpty ? 0 : 100 }
    let step = max(1, other.points.count / Self.corners)
    let lines = stride(from: 0, to: other.points.count, by: step).map { otherTransform.apply(other.points[$0]) }
    var sum = 0.0
    var count = 0.0
    for index in stride(from: 0, to: points.count, by: max(1, points.count / Self.samples)) {
      let point = transform.apply(points[index])
      var nearest = Double.infinity
      for end in 1..<lines.count { nearest = min(nearest, point.squaredDistance(from: lines[end - 1], to: lines[end])) }
      sum += nearest
      count += 1
    }
    return (sum / count).squareRoot()
  }

  private static func distance(_ a: ShapeStyle, _ b: ShapeStyle) -> Double {
    let width = abs((a.stroke?.style.width ?? 0) - (b.stroke?.style.width ?? 0))
    return width / 2 + max(distance(a.fill?.paint, b.fill?.paint), distance(a.stroke?.paint, b.stroke?.paint))
  }

  private static func distance(_ a: Paint?, _ b: Paint?) -> Double {
    guard a != b else { return 0 }
    guard case .solid(let a) = a, case .solid(let b) = b else { return 2 }
    let differences = [a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha]
    return (differences.map { abs($0) }.max() ?? 0) * 8
  }
}

extension Point {
  /// Square of the distance to a line segment.
  fileprivate func squaredDistance(from start: Point, to end: Point) -> Double {
    let (line, own) = (end - start, self - start)
    let square = line.x * line.x + line.y * line.y
    let along = square > 0 ? max(0, min(1, (own.x * line.x + own.y * line.y) / square)) : 0
    let (x, y) = (own.x - line.x * along, own.y - line.y * along)
    return x * x + y * y
  }
}
