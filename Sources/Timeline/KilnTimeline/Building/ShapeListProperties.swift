internal import KilnGeometry

/// Properties of a shape list that the builder needs, computed in one pass.
struct ShapeListProperties {
  /// Hash of all shapes, by `NumberDigest`.
  var digest: Int { numbers.value }
  /// Whether every number fits into a 32-bit float.
  private(set) var fitsFloat = true
  /// Number of points of all paths.
  private(set) var pointCount = 0
  private var numbers = NumberDigest()

  init(_ shapes: [Shape]) {
    for shape in shapes {
      fitsFloat = fitsFloat && shape.fitsFloat
      if case .path(let path) = shape.outline { pointCount += path.points.count }
      shape.feed(&numbers)
    }
  }
}

extension Shape {
  fileprivate func feed(_ digest: inout NumberDigest) {
    switch outline {
    case .path(let path): path.feed(&digest)
    case .rect(let rect, let cornerRadius):
      digest.combine(rect.minX, rect.minY)
      digest.combine(rect.maxX, rect.maxY)
      digest.combine(cornerRadius, 1)
    case .ellipse(let center, let radii):
      digest.combine(center.x, center.y)
      digest.combine(radii.width, radii.height)
    }
    digest.combine(transform.a, transform.b)
    digest.combine(transform.c, transform.d)
    digest.combine(transform.tx, transform.ty)
    digest.combine(style.digest, 0)
  }
}
