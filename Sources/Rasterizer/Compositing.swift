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
    let weight = UInt32((max(0, min(1, opacity)) * 255).rounded())
    guard !area.isEmpty, weight > 0 else { return }
    let width = width
    pixels.withUnsafeMutableBufferPointer { pixels in
      source.pixels.withUnsafeBufferPointer { layer in
        guard let pixels = pixels.baseAddress, let layer = layer.baseAddress else { return }
        let painter = LayerPainter(layer, x: x, y: y, width: source.width, opacity: opacity)
        for row in area.minY..<area.maxY {
          let target = pixels + (row * width + area.minX)
          guard let mask else {
            painter.paint(target, area.width, x: area.minX, y: row, weight: weight)
            continue
          }
          let start = (row - y) * source.width + area.minX - x
          mask.pixels.withUnsafeBufferPointer { mask in
            guard let alphas = mask.baseAddress else { return }
            painter.paint(target, area.width, x: area.minX, y: row, mask: alphas + start, weight: weight)
          }
        }
      }
    }
  }
}

/// How much each component counts in the luminance of SVG masks (CSS Masking Level 1, section 7.10.1).
public enum LuminanceWeight {
  /// Red's share of 1.
  public static let red = 0.2126
  /// Green's share of 1.
  public static let green = 0.7152
  /// Blue's share of 1.
  public static let blue = 0.0722
}

extension Pixmap {
  /// Turns every pixel into transparent black whose alpha is the pixel's luminance: of its sRGB values, times alpha.
  public mutating func replaceAlphaByLuminance() {
    // In 1/65536; together they are that much.
    func weight(_ share: Double) -> UInt32 { UInt32((share * 65536).rounded()) }
    let red = weight(LuminanceWeight.red)
    let green = weight(LuminanceWeight.green)
    let blue = weight(LuminanceWeight.blue)
    mapWords { pixel in
      // Premultiplied channels are luminance times alpha already.
      let luminance = (pixel & 255) &* red &+ (pixel &>> 8 & 255) &* green &+ (pixel &>> 16 & 255) &* blue
      return ((luminance &+ 32768) &>> 16) &<< 24
    }
  }

  /// Turns every pixel into transparent black with what is missing of its alpha.
  public mutating func invertAlpha() {
    mapWords { (255 &- $0 &>> 24) &<< 24 }
  }

  @inline(__always)
  private mutating func mapWords(_ transform: (UInt32) -> UInt32) {
    var words = pixels.mutableSpan
    for index in 0..<words.count { words[index] = transform(words[index]) }
  }

  /// Cuts this pixmap by the alpha of another one of the same size.
  ///
  /// - Precondition: both have the same size.
  public mutating func cut(by mask: Pixmap) {
    precondition(width == mask.width && height == mask.height, "sizes must match")
    var words = pixels.mutableSpan
    mask.pixels.withUnsafeBufferPointer { mask in
      for index in 0..<words.count { words[index] = PixelArithmetic.scale(words[index], by: mask[index] &>> 24) }
    }
  }
}
