extension SVGATransform {
  /// Whether every coefficient is a finite number.
  public var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

extension SVGAShapeEntity.RectArgs {
  /// Whether every number is finite.
  public var isFinite: Bool { [x, y, width, height, cornerRadius].allSatisfy(\.isFinite) }
}

extension SVGAShapeEntity.EllipseArgs {
  /// Whether every number is finite.
  public var isFinite: Bool { [x, y, radiusX, radiusY].allSatisfy(\.isFinite) }
}
