/// Fill rule: which winding numbers are inside a path (SVG 2, `fill-rule`).
public enum FillRule: UInt8, Sendable, Hashable {
  /// Winding numbers other than 0 are inside.
  case nonZero
  /// Odd winding numbers are inside.
  case evenOdd

  /// Whether points with a winding number are inside.
  @inlinable @inline(__always)
  public func contains(winding: Int) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
