/// Which points lie inside a path whose contours overlap.
public enum FillRule: UInt8, Sendable, Hashable {
  /// Where the contours wind around the point, counted with direction.
  case nonZero
  /// Where a ray from the point crosses an odd number of segments.
  case evenOdd
}
