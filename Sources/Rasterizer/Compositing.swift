public import Pixels

extension Pixmap {
  /// Paints another pixmap over this one.
  ///
  /// - Parameters:
  ///   - x: Column of this pixmap where the source's first one goes.
  ///   - y: Row, likewise.
  ///   - opacity: 0…1.
  ///   - mask: Of the source's size; its alpha cuts the source.
  public mutating func draw(_ source: Pixmap, x: Int, y: Int, opacity: Double, mask: Pixmap? = nil) {
    let area = PixelRect(x: x, y: y, width: source.width, height: source.height).intersection(bounds)
    let factor = UInt32((max(0, min(1, opacity)) * 255).rounded())
    guard !area.isEmpty, factor > 0 else { return }
    let width = width
    var pixels = pixels.mutableSpan
    for row in area.minY..<area.maxY {
      let from = (row - y) * source.width + area.minX - x
      let to = row * width + area.minX
      for column in 0..<area.width {
        var pixel = source.pixels[from + column]
        if pixel == 0 { continue }
        if let mask { pixel = PixelArithmetic.scale(pixel, by: mask.pixels[from + column] >> 24) }
        if factor < 255 { pixel = PixelArithmetic.scale(pixel, by: factor) }
        pixels[to + column] = PixelArithmetic.over(pixel, pixels[to + column])
      }
    }
  }
}
