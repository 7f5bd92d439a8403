public import Geometry

/// A path as lines in pixels, but for a translation: what can be kept of an outline that moves without changing.
public struct FlatOutline: Sendable {
  /// The points of all contours, each closed from its last to its first.
  private(set) var points: [Point] = []
  /// Where contours end among the points.
  private(set) var ends: [Int] = []
  /// Holds the path's points, control points too.
  private(set) var bounds = Rect.empty

  /// Flattens a path.
  public init(_ path: Path, transform: Affine) { assign(path, transform: transform) }

  /// Becomes another path's outline, in the same memory.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels; its translation does not count.
  public mutating func assign(_ path: Path, transform: Affine) {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let linear = transform.linear
    bounds = path.controlBounds(transformedBy: linear)
    var index = 0
    var start = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        endContour(&start)
        points.append(linear.apply(path.points[index]))
      case .line: points.append(linear.apply(path.points[index]))
      case .cubic:
        let curve = CubicCurve(
          points[points.count - 1], linear.apply(path.points[index]), linear.apply(path.points[index + 1]),
          linear.apply(path.points[index + 2]))
        flatten(curve) { points.append($1) }
      case .close: endContour(&start)
      }
      index += verb.pointCount
    }
    endContour(&start)
  }

  private mutating func endContour(_ start: inout Int) {
    if points.count > start { ends.append(points.count) }
    start = points.count
  }

  /// Number of points.
  public var pointCount: Int { points.count }
}
