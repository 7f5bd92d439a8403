public import KilnGeometry

extension Affine {
  /// The map of a transform. An absent coefficient is 0, as on iOS.
  public init(_ transform: SVGATransform) {
    self.init(
      a: Double(transform.a), b: Double(transform.b), c: Double(transform.c), d: Double(transform.d),
      tx: Double(transform.tx), ty: Double(transform.ty))
  }
}
