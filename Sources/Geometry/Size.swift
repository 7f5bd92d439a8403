/// A width and a height.
@frozen
public struct Size: Sendable, Hashable, BitwiseCopyable {
  /// Extent to the right.
  public var width: Double
  /// Extent downwards.
  public var height: Double

  /// A size from its extents.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
