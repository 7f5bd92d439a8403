/// Geometry of a gradient: which offset between its start (0) and its end (1) each point has.
public enum GradientGeometry: Sendable, Hashable {
  /// Along the line from `start` to `end`; constant across it.
  case linear(start: Point, end: Point)
  /// From `focus`, which lies inside the circle, to the circle.
  case radial(center: Point, radius: Double, focus: Point)

  /// The geometry after a transform that maps circles to circles.
  public func transformed(by transform: Affine) -> GradientGeometry {
    switch self {
    case .linear(let start, let end): .linear(start: transform.apply(start), end: transform.apply(end))
    case .radial(let center, let radius, let focus):
      .radial(
        center: transform.apply(center), radius: radius * transform.stretch.largest, focus: transform.apply(focus))
    }
  }
}
