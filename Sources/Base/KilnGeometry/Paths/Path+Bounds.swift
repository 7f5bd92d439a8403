extension Path {
  /// The tight bounding box of all segments; `Rect.empty` for an empty path.
  public var bounds: Rect { bounds(transformedBy: .identity) }

  /// The tight bounding box of the mapped path, without creating that path.
  public func bounds(transformedBy transform: Affine) -> Rect {
    var bounds = boundsOfEnds(transformedBy: transform)
    var index = 0
    for verb in verbs {
      if verb == .cubic {
        let (control1, control2) = (transform.apply(points[index]), transform.apply(points[index + 1]))
        // A curve whose control points are inside the bounds does not enlarge them.
        if !bounds.contains(Rect.empty.including(control1).including(control2)) {
          let cubic = CubicCurve(
            transform.apply(points[index - 1]), control1, control2, transform.apply(points[index + 2]))
          bounds = bounds.union(cubic.bounds)
        }
      }
      index += verb.pointCount
    }
    return bounds
  }

  /// The bounding box of the segments' end points.
  private func boundsOfEnds(transformedBy transform: Affine) -> Rect {
    var bounds = Rect.empty
    var index = 0
    for verb in verbs where verb != .close {
      index += verb.pointCount
      bounds = bounds.including(transform.apply(points[index - 1]))
    }
    return bounds
  }

  /// The bounding box of all points of the mapped path, control points included: cheaper than `bounds` and never smaller.
  public func controlBounds(transformedBy transform: Affine = .identity) -> Rect {
    var bounds = Rect.empty
    for point in points { bounds = bounds.including(transform.apply(point)) }
    return bounds
  }
}
