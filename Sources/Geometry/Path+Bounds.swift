extension Path {
  /// A rectangle that holds the path: exact for lines, and for curves as tight as their extremes.
  public var bounds: Rect { bounds(transformedBy: .identity) }

  /// The bounds of the mapped path, without making it.
  public func bounds(transformedBy transform: Affine) -> Rect {
    var bounds = boundsOfEnds(transformedBy: transform)
    var index = 0
    for verb in verbs {
      if verb == .cubic {
        let (control1, control2) = (transform.apply(points[index]), transform.apply(points[index + 1]))
        // A curve whose control points are inside of what is already known adds nothing to it.
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

  /// The bounds of the points where segments start and end.
  private func boundsOfEnds(transformedBy transform: Affine) -> Rect {
    var bounds = Rect.empty
    var index = 0
    for verb in verbs where verb != .close {
      index += verb.pointCount
      bounds = bounds.including(transform.apply(points[index - 1]))
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
