/// Geometry of a gradient: which offset between its start (0) and its end (1) each point has.
public enum GradientGeometry: Sendable, Hashable {
  /// Along the line from `start` to `end`; constant across it.
  case linear(start: Point, end: Point)
  /// From `focus`, which lies inside the circle, to the circle.
  case radial(center: Point, radius: Double, focus: Point)
}
