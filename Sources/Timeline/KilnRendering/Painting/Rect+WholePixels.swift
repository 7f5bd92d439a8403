internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

extension Rect {
  /// The pixels of the mapped rectangle if its edges lie on pixel boundaries or outside of `bounds`; nil if it covers
  /// pixels partially or is rotated.
  func wholePixels(transformedBy transform: Affine, in bounds: PixelRect) -> PixelRect? {
    guard let (inner, isExact) = innerPixels(transformedBy: transform, in: bounds), isExact else { return nil }
    return inner
  }

  /// The pixels that lie completely inside the mapped rectangle, and whether it covers no other pixel; nil if it is
  /// rotated or not finite.
  func innerPixels(transformedBy transform: Affine, in bounds: PixelRect) -> (PixelRect, isExact: Bool)? {
    let isStraight = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
    let rect = transform.apply(self)
    guard isStraight, rect.isFinite else { return nil }
    // So close to a boundary that coverage rounds to 0 or 1, even in a corner.
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
  /// The axis-aligned rectangle that the outline is; nil for anything else.
  var asRect: Rect? {
    switch self {
    case .path(let path): path.asRect
    case .rect(let rect, let cornerRadius): cornerRadius > 0 ? nil : rect
    case .ellipse: nil
    }
  }
}
