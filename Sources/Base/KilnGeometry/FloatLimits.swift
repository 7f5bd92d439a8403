// SVGA files hold 32-bit floats, and players compute with them. A number in a timeline must fit into one.

extension Double {
  /// Largest magnitude of a number in a timeline, 2¹²⁶: a quarter of the largest 32-bit float, so that the sum and the
  /// difference of two such numbers fit, too.
  @inlinable public static var largestFloat: Double { 0x1p126 }

  /// Whether the number is finite and not above `largestFloat`.
  @inlinable public var fitsFloat: Bool { abs(self) <= .largestFloat }
}

extension Point {
  /// Whether both coordinates fit into 32-bit floats.
  @inlinable public var fitsFloat: Bool { x.fitsFloat && y.fitsFloat }
}

extension Size {
  /// Whether both sides fit into 32-bit floats.
  @inlinable public var fitsFloat: Bool { width.fitsFloat && height.fitsFloat }
}

extension Rect {
  /// Whether all edges fit into 32-bit floats; then width and height do as well.
  @inlinable public var fitsFloat: Bool { minX.fitsFloat && minY.fitsFloat && maxX.fitsFloat && maxY.fitsFloat }
}

extension Affine {
  /// Whether every coefficient fits into a 32-bit float. Such a transform maps points that fit to finite ones.
  @inlinable public var fitsFloat: Bool {
    a.fitsFloat && b.fitsFloat && c.fitsFloat && d.fitsFloat && tx.fitsFloat && ty.fitsFloat
  }
}
