extension Path {
  /// A rectangle that holds the path: exact for lines, and for curves as tight as their extremes.
  public var bounds: Rect { bounds(transformedBy: .identity) }

  /// The bounds of the mapped path, without making it.
  public func bounds(transformedBy transform: Affine) -> Rect {
    var bounds = Rect.empty
    var index = 0
    var current = Point.zero
    for verb in verbs {
      switch verb {
      case .move, .line:
        current = transform.apply(points[index])
        bounds = bounds.including(current)
      case .cubic:
        let cubic = CubicCurve(
          current, transform.apply(points[index]), transform.apply(points[index + 1]),
          transform.apply(points[index + 2]))
        bounds = bounds.union(cubic.bounds)
        current = cubic.end
      case .close: break
      }
      index += verb.pointCount
    }
    return bounds
  }

  /// The bounds of all points of the mapped path, control points too: cheaper than the exact ones, never smaller.
  public func controlBounds(transformedBy transform: Affine = .identity) -> Rect {
    var bounds = Rect.empty
    for point in points { bounds = bounds.including(transform.apply(point)) }
    return bounds
  }
}
