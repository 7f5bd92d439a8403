/// A point or vector in a plane whose y axis points down.
@frozen
public struct Point: Sendable, Hashable, BitwiseCopyable {
  /// Distance to the right.
  public var x: Double
  /// Distance downwards.
  public var y: Double

  /// A point from its coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(0, 0)

  /// Whether both coordinates are finite.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Length of the vector from the origin.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Length of the line to another point.
  @inlinable
  public func distance(to other: Point) -> Double { (self - other).length }

  /// The point at `fraction` of the way to another one.
  @inlinable
  public func interpolated(to other: Point, by fraction: Double) -> Point {
    Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
  }

  /// The vector turned by a quarter, clockwise on screen.
  @inlinable
  public var turnedClockwise: Point { Point(-y, x) }

  /// The vector with length 1, or zero if it has no length.
  @inlinable
  public var normalized: Point {
    let length = length
    return length > 0 ? Point(x / length, y / length) : .zero
  }

  /// Sum of two vectors.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// Difference of two vectors.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// The vector stretched by a factor.
  @inlinable public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
  /// The opposite vector.
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

  /// Scalar product.
  @inlinable
  public static func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  /// Signed area of the parallelogram; positive when `b` lies clockwise from `a` on screen.
  @inlinable
  public static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
}
