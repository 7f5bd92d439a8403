internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
public import KilnTimeline

extension FilterChain {
  /// The result of the filters for an area of one opaque colour; nil if a filter depends on neighbouring pixels or the
  /// colour is translucent.
  public func recolored(_ color: StraightColor) -> StraightColor? {
    guard !isSpatial, color.alpha == 1 else { return nil }
    var pixel = Pixmap(width: 1, height: 1, pixels: [color.premultiplied(opacity: 1).word])
    pixel.apply(filters, space: .identity)
    let word = Premultiplication.unpremultiply(pixel.pixels[0])
    func component(_ shift: UInt32) -> Double { Double(word >> shift & 255) / 255 }
    return StraightColor(red: component(0), green: component(8), blue: component(16), alpha: component(24))
  }
}
