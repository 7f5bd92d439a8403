/// An axis-aligned rectangle, stored as its edges.
@frozen
public struct Rect: Sendable, Hashable, BitwiseCopyable {
  /// Left edge.
  public var minX: Double
  /// Top edge.
  public var minY: Double
  /// Right edge.
  public var maxX: Double
  /// Bottom edge.
  public var maxY: Double

  /// A rectangle from its edges.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle from its top left corner and size.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The empty rectangle, the neutral element of `union`.
  @inlinable
  public static var empty: Rect { Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity) }

  /// Width; negative if empty.
  @inlinable public var width: Double { maxX - minX }
  /// Height; negative if empty.
  @inlinable public var height: Double { maxY - minY }
  /// Centre point.
  @inlinable public var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }
  /// Whether it contains no point; a rectangle of zero width or height still contains its edge.
  @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
  /// Whether all edges are finite.
  @inlinable public var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

  /// Corners clockwise from the top left.
  @inlinable
  public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// The smallest rectangle that contains both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY)
    )
  }

  /// The common part; possibly empty.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }

  /// Whether another rectangle lies inside this one enlarged by `tolerance`; true for an empty one.
  @inlinable
  public func contains(_ other: Rect, tolerance: Double = 0) -> Bool {
    other.isEmpty
      || other.minX >= minX - tolerance && other.maxX <= maxX + tolerance && other.minY >= minY - tolerance
        && other.maxY <= maxY + tolerance
  }

  /// The rectangle with every edge moved inwards by `distance`, outwards if negative; an empty one is unchanged.
  @inlinable
  public func insetBy(_ distance: Double) -> Rect {
    isEmpty
      ? self : Rect(minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance)
  }

  /// The rectangle with its edges moved outwards by `x` and `y`; an empty one is unchanged.
  @inlinable
  public func outset(x: Double, y: Double) -> Rect {
    isEmpty ? self : Rect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }

  /// The rectangle translated by a vector.
  @inlinable
  public func offset(by vector: Point) -> Rect {
    Rect(minX: minX + vector.x, minY: minY + vector.y, maxX: maxX + vector.x, maxY: maxY + vector.y)
  }

  /// The smallest rectangle that contains this one and a point.
  @inlinable
  public func including(_ point: Point) -> Rect {
    Rect(minX: min(minX, point.x), minY: min(minY, point.y), maxX: max(maxX, point.x), maxY: max(maxY, point.y))
  }
}
