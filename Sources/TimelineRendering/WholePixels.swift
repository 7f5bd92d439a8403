internal import Geometry
internal import Pixels
internal import TimelineModel

extension Rect {
  /// The pixels inside the mapped rectangle if its sides lie between pixels, or outside of `bounds`; nil if it cuts
  /// pixels apart or is turned.
  func wholePixels(transformedBy transform: Affine, in bounds: PixelRect) -> PixelRect? {
    let isStraight = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
    let rect = transform.apply(self)
    guard isStraight, rect.isFinite else { return nil }
    // So near a side that even in a corner the pixel's coverage rounds to all or nothing.
    let tolerance = 1.0 / 2048
    func side(_ value: Double, _ low: Int, _ high: Int) -> Int? {
      if value <= Double(low) + tolerance { return low }
      if value >= Double(high) - tolerance { return high }
      return abs(value - value.rounded()) <= tolerance ? Int(value.rounded()) : nil
    }
    guard let minX = side(rect.minX, bounds.minX, bounds.maxX), let maxX = side(rect.maxX, bounds.minX, bounds.maxX),
      let minY = side(rect.minY, bounds.minY, bounds.maxY), let maxY = side(rect.maxY, bounds.minY, bounds.maxY)
    else { return nil }
    return PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}

extension Path {
  /// The rectangle that the path is, with sides along the axes; nil for anything else.
  var asRect: Rect? {
    guard points.count == 4 || (points.count == 5 && points[4] == points[0]), verbs.first == .move,
      verbs.dropFirst().allSatisfy({ $0 == .line || $0 == .close })
    else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let isRect =
      (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y) || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
    return isRect ? Rect.empty.including(a).including(c) : nil
  }
}

extension Shape.Outline {
  /// The rectangle that the outline is, with sides along the axes; nil for anything else.
  var asRect: Rect? {
    switch self {
    case .path(let path): path.asRect
    case .rect(let rect, let cornerRadius): cornerRadius > 0 ? nil : rect
    case .ellipse: nil
    }
  }
}
