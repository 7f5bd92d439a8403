internal import Geometry
internal import Pixels
internal import TimelineModel

extension Rect {
  /// The pixels inside the mapped rectangle if its sides lie between pixels, or outside of `bounds`; nil if it cuts
  /// pixels apart or is turned.
  func wholePixels(transformedBy transform: Affine, in bounds: PixelRect) -> PixelRect? {
    guard let (inner, isExact) = innerPixels(transformedBy: transform, in: bounds), isExact else { return nil }
    return inner
  }

  /// The pixels that are wholly inside the mapped rectangle, and whether these are all that it covers; nil if it is
  /// turned.
  func innerPixels(transformedBy transform: Affine, in bounds: PixelRect) -> (PixelRect, isExact: Bool)? {
    let isStraight = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
    let rect = transform.apply(self)
    guard isStraight, rect.isFinite else { return nil }
    // So near a side that even in a corner the pixel's coverage rounds to all or nothing.
    let tolerance = 1.0 / 2048
    var isExact = true
    func side(_ value: Double, _ low: Int, _ high: Int, rounded rule: FloatingPointRoundingRule) -> Int {
      if value <= Double(low) + tolerance { return low }
      if value >= Double(high) - tolerance { return high }
      if abs(value - value.rounded()) <= tolerance { return Int(value.rounded()) }
      isExact = false
      return Int(value.rounded(rule))
    }
    let pixels = PixelRect(
      minX: side(rect.minX, bounds.minX, bounds.maxX, rounded: .up),
      minY: side(rect.minY, bounds.minY, bounds.maxY, rounded: .up),
      maxX: side(rect.maxX, bounds.minX, bounds.maxX, rounded: .down),
      maxY: side(rect.maxY, bounds.minY, bounds.maxY, rounded: .down))
    return (pixels, isExact)
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
