/// A width and height.
@frozen
public struct Size: Sendable, Hashable, BitwiseCopyable {
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// A size from its width and height.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
