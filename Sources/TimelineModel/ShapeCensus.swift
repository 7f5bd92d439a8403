internal import Geometry

/// What a builder wants to know about shapes, found in one pass.
struct ShapeCensus {
  /// A hash, far faster than the standard library's.
  var digest: Int { numbers.value }
  /// Whether every number is finite.
  private(set) var isFinite = true
  /// How many points the paths have.
  private(set) var pointCount = 0
  private var numbers = NumberDigest()

  init(_ shapes: [Shape]) {
    for shape in shapes {
      isFinite = isFinite && shape.isFinite
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
    if let fill {
      digest.combine(1, Int(fill.rule.rawValue))
      fill.paint.feed(&digest)
    }
    if let stroke {
      digest.combine(2, stroke.style.dashes.count)
      stroke.paint.feed(&digest)
      stroke.style.feed(&digest)
    }
  }
}

extension Paint {
  fileprivate func feed(_ digest: inout NumberDigest) {
    switch self {
    case .solid(let color): color.feed(&digest)
    case .gradient(let gradient):
      switch gradient.course {
      case .linear(let start, let end):
        digest.combine(start.x, start.y)
        digest.combine(end.x, end.y)
      case .radial(let center, let radius, let focus):
        digest.combine(center.x, center.y)
        digest.combine(focus.x, focus.y)
        digest.combine(radius, 1)
      }
      for stop in gradient.stops {
        digest.combine(stop.offset, 1)
        stop.color.feed(&digest)
      }
    }
  }
}

extension StraightColor {
  fileprivate func feed(_ digest: inout NumberDigest) {
    digest.combine(red, green)
    digest.combine(blue, alpha)
  }
}

extension StrokeStyle {
  fileprivate func feed(_ digest: inout NumberDigest) {
    digest.combine(Int(cap.rawValue), Int(join.rawValue))
    digest.combine(width, miterLimit)
    for dash in dashes { digest.combine(dash, dashPhase) }
  }
}
