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

extension Pixmap {
  /// Turns every pixel into transparent black whose alpha is the pixel's luminance: of its sRGB values, times alpha.
  ///
  /// The weights are those of SVG masks (CSS Masking Level 1, section 7.10.1).
  public mutating func replaceAlphaByLuminance() {
    for index in pixels.indices where pixels[index] != 0 {
      let pixel = pixels[index]
      // Premultiplied channels are luminance times alpha already. The weights are 0.2126, 0.7152 and 0.0722 in 1/65536.
      let luminance = (pixel & 255) * 13933 + (pixel >> 8 & 255) * 46871 + (pixel >> 16 & 255) * 4732
      pixels[index] = ((luminance + 32768) >> 16) << 24
    }
  }

  /// Turns every pixel into transparent black with what is missing of its alpha.
  public mutating func invertAlpha() {
    for index in pixels.indices { pixels[index] = (255 - pixels[index] >> 24) << 24 }
  }

  /// Cuts this pixmap by the alpha of another one of the same size.
  ///
  /// - Precondition: both have the same size.
  public mutating func cut(by mask: Pixmap) {
    precondition(width == mask.width && height == mask.height, "sizes must match")
    for index in pixels.indices where pixels[index] != 0 {
      pixels[index] = PixelArithmetic.scale(pixels[index], by: mask.pixels[index] >> 24)
    }
  }
}
