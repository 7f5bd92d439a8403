/// A point or vector; the y axis points down.
@frozen
public struct Point: Sendable, Hashable, BitwiseCopyable {
  /// Horizontal coordinate.
  public var x: Double
  /// Vertical coordinate, downwards.
  public var y: Double

  /// A point from its coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  @inlinable
  public static var zero: Point { Point(0, 0) }

  /// Whether both coordinates are finite.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Euclidean length of the vector.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Euclidean distance to another point.
  @inlinable
  public func distance(to other: Point) -> Double { (self - other).length }

  /// Linear interpolation towards another point: 0 gives this point, 1 the other.
  @inlinable
  public func interpolated(to other: Point, by fraction: Double) -> Point {
    Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
  }

  /// The vector rotated by 90°, clockwise on screen.
  @inlinable
  public var turnedClockwise: Point { Point(-y, x) }

  /// The unit vector of the same direction; zero if the length is 0.
  @inlinable
  public var normalized: Point {
    let length = length
    return length > 0 ? Point(x / length, y / length) : .zero
  }

  /// Sum of two vectors.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// Difference of two vectors.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// The vector multiplied by a scalar.
  @inlinable public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
  /// The negated vector.
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

  /// Dot product.
  @inlinable
  public static func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  /// Cross product (z component); positive if `b` is clockwise from `a` on screen.
  @inlinable
  public static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
}
