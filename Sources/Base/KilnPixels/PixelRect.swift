/// A rectangle of whole pixels, half open: columns `minX..<maxX`, rows `minY..<maxY`.
public struct PixelRect: Sendable, Hashable {
  /// First column.
  public var minX: Int
  /// First row.
  public var minY: Int
  /// Column after the last one.
  public var maxX: Int
  /// Row after the last one.
  public var maxY: Int

  /// A rectangle from its edges.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle from its top left corner and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The empty rectangle at the origin.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Number of columns; 0 if empty.
  public var width: Int { max(0, maxX - minX) }
  /// Number of rows; 0 if empty.
  public var height: Int { max(0, maxY - minY) }
  /// Whether it contains no pixel.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// The common part; possibly empty.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }

  /// The smallest rectangle that contains both; empty rectangles are ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY)
    )
  }
}
