/// An affine transform of the plane; coefficients named and ordered as in CSS `matrix()` and SVGA.
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
  /// Coefficient of x in x'.
  public var a: Double
  /// Coefficient of x in y'.
  public var b: Double
  /// Coefficient of y in x'.
  public var c: Double
  /// Coefficient of y in y'.
  public var d: Double
  /// Translation along x.
  public var tx: Double
  /// Translation along y, downwards.
  public var ty: Double

  /// A transform from its six coefficients.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity transform.
  @inlinable
  public static var identity: Affine { Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Translation by the vector (x, y).
  @inlinable
  public static func translation(_ x: Double, _ y: Double) -> Affine { Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

  /// Scaling about the origin by a factor along each axis.
  @inlinable
  public static func scale(_ x: Double, _ y: Double) -> Affine { Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Rotation about the origin; positive angles are clockwise on screen, because y points down.
  public static func rotation(radians: Double) -> Affine {
    let (sine, cosine) = Scalar.sineCosine(radians)
    return Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Composition; `p * q` applies `q` first.
  @inlinable
  public static func * (p: Affine, q: Affine) -> Affine {
    Affine(
      a: p.a * q.a + p.c * q.b, b: p.b * q.a + p.d * q.b,
      c: p.a * q.c + p.c * q.d, d: p.b * q.c + p.d * q.d,
      tx: p.a * q.tx + p.c * q.ty + p.tx, ty: p.b * q.tx + p.d * q.ty + p.ty)
  }

  /// Maps a point.
  @inlinable
  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The transform without its translation.
  @inlinable
  public var linear: Affine { Affine(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// Maps a vector, ignoring the translation.
  @inlinable
  public func applyToVector(_ vector: Point) -> Point {
    Point(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }

  /// The bounding box of the mapped rectangle; an empty rectangle is returned unchanged.
  @inlinable
  public func apply(_ rect: Rect) -> Rect {
    guard !rect.isEmpty else { return rect }
    // Without `rect.corners`, whose array would be a heap allocation.
    return Rect.empty.including(apply(Point(rect.minX, rect.minY))).including(apply(Point(rect.maxX, rect.minY)))
      .including(apply(Point(rect.maxX, rect.maxY))).including(apply(Point(rect.minX, rect.maxY)))
  }

  /// Determinant of the linear part: the signed factor by which areas are scaled.
  @inlinable
  public var determinant: Double { a * d - b * c }

  /// The inverse transform; nil if the determinant is 0 or not finite, or its reciprocal overflows.
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

  /// Singular values of the linear part: the largest and smallest factor by which a vector's length is scaled.
  public var stretch: (largest: Double, smallest: Double) {
    // The linear part is the sum of a scaled rotation and a scaled reflection; the singular values are the sum and the
    // difference of their factors.
    let turning = Point(a + d, b - c).length / 2
    let mirroring = Point(a - d, b + c).length / 2
    let largest = turning + mirroring
    // The product of both is the determinant. Subtracting the factors would cancel all digits of a small result.
    return (largest, largest > 0 ? abs(determinant) / largest : 0)
  }

  /// Whether circles map to circles: the singular values differ by at most `tolerance` relative to the larger.
  public func isUniform(tolerance: Double = 1e-3) -> Bool {
    let stretch = stretch
    return stretch.largest - stretch.smallest <= stretch.largest * tolerance
  }
}
