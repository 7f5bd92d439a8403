/// An affine map of the plane, in the order of CSS and SVGA.
///
/// ```
/// | x' |   | a c tx |   | x |
/// | y' | = | b d ty | · | y |
/// | 1  |   | 0 0 1  |   | 1 |
/// ```
///
/// `p * q` applies `q` first, as with matrices and column vectors. (Lottie's own code multiplies row vectors, so its
/// products read the other way round.)
@frozen
public struct Affine: Sendable, Hashable, BitwiseCopyable {
  /// x from x.
  public var a: Double
  /// y from x.
  public var b: Double
  /// x from y.
  public var c: Double
  /// y from y.
  public var d: Double
  /// Translation to the right.
  public var tx: Double
  /// Translation downwards.
  public var ty: Double

  /// A map from its coefficients.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Leaves every point where it is.
  public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves by a vector.
  @inlinable
  public static func translation(_ x: Double, _ y: Double) -> Affine { Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

  /// Stretches along the axes, away from the origin.
  @inlinable
  public static func scale(_ x: Double, _ y: Double) -> Affine { Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Turns about the origin, clockwise on screen.
  public static func rotation(radians: Double) -> Affine {
    let (sine, cosine) = Scalar.sineCosine(radians)
    return Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// `p * q` applies `q` first.
  @inlinable
  public static func * (p: Affine, q: Affine) -> Affine {
    Affine(
      a: p.a * q.a + p.c * q.b, b: p.b * q.a + p.d * q.b,
      c: p.a * q.c + p.c * q.d, d: p.b * q.c + p.d * q.d,
      tx: p.a * q.tx + p.c * q.ty + p.tx, ty: p.b * q.tx + p.d * q.ty + p.ty)
  }

  /// The image of a point.
  @inlinable
  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The image of a vector: translation does not count.
  @inlinable
  public func applyToVector(_ vector: Point) -> Point {
    Point(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }

  /// The bounds of the image of a rectangle.
  @inlinable
  public func apply(_ rect: Rect) -> Rect {
    guard !rect.isEmpty else { return rect }
    // Not over `rect.corners`: an array is memory from the heap.
    return Rect.empty.including(apply(Point(rect.minX, rect.minY))).including(apply(Point(rect.maxX, rect.minY)))
      .including(apply(Point(rect.maxX, rect.maxY))).including(apply(Point(rect.minX, rect.maxY)))
  }

  /// Signed factor by which areas grow.
  @inlinable
  public var determinant: Double { a * d - b * c }

  /// The map back, or nil if this one flattens the plane.
  @inlinable
  public var inverse: Affine? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let f = 1 / determinant
    guard f.isFinite else { return nil }
    return Affine(
      a: d * f, b: -b * f, c: -c * f, d: a * f, tx: (c * ty - d * tx) * f, ty: (b * tx - a * ty) * f)
  }

  /// Whether every coefficient is finite.
  @inlinable
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// Largest and smallest factor by which the map stretches a vector (its singular values).
  public var stretch: (largest: Double, smallest: Double) {
    // The map is a rotation with uniform scale plus a reflection with uniform scale; their factors add up.
    let turning = Point(a + d, b - c).length / 2
    let mirroring = Point(a - d, b + c).length / 2
    let largest = turning + mirroring
    // Their product is the determinant. A difference of the two factors would lose all digits of a small result.
    return (largest, largest > 0 ? abs(determinant) / largest : 0)
  }

  /// Whether circles stay circles, give or take one part in `1 / tolerance`.
  public func isUniform(tolerance: Double = 1e-3) -> Bool {
    let stretch = stretch
    return stretch.largest - stretch.smallest <= stretch.largest * tolerance
  }
}
