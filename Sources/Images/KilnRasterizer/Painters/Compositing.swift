package import KilnPixels

extension Canvas {
  /// Composites a layer (source-over).
  ///
  /// - Parameters:
  ///   - x: Column that the layer's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  ///   - opacity: Factor on the layer's alpha, clamped to 0…1.
  ///   - mask: Layer of the same size and rows whose alpha multiplies this one.
  public func draw(_ layer: Layer, x: Int, y: Int, opacity: Double, mask: Layer? = nil) {
    let area = area(of: layer, x: x, y: y)
    let weight = UInt32((max(0, min(1, opacity)) * 255).rounded())
    guard !area.isEmpty, weight > 0 else { return }
    layer.withOrigin { pixels in
      let painter = LayerPainter(pixels, x: x, y: y, width: layer.width, opacity: opacity)
      guard let mask else {
        for row in area.minY..<area.maxY {
          painter.paint(origin + (row * width + area.minX), area.width, x: area.minX, y: row, weight: weight)
        }
        return
      }
      mask.withOrigin { alphas in
        for row in area.minY..<area.maxY {
          let start = (row - y) * mask.width + area.minX - x
          painter.paint(
            origin + (row * width + area.minX), area.width, x: area.minX, y: row, mask: alphas + start, weight: weight)
        }
      }
    }
  }

  /// The pixels that a layer covers, of those that both hold.
  func area(of layer: Layer, x: Int, y: Int) -> PixelRect {
    let held = PixelRect(x: x, y: y + layer.rows.lowerBound, width: layer.width, height: layer.rows.count)
    return held.intersection(PixelRect(minX: 0, minY: rows.lowerBound, maxX: width, maxY: rows.upperBound))
  }
}

extension Pixmap {
  /// Composites another pixmap over this one (source-over).
  ///
  /// - Parameters:
  ///   - x: Column of this pixmap that the source's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  ///   - opacity: Factor on the source's alpha, clamped to 0…1.
  ///   - mask: Pixmap of the source's size whose alpha multiplies the source.
  package mutating func draw(_ source: Pixmap, x: Int, y: Int, opacity: Double, mask: Pixmap? = nil) {
    withCanvas { $0.draw(Layer(source), x: x, y: y, opacity: opacity, mask: mask.map { Layer($0) }) }
  }
}

/// Weights of sRGB components in the luminance of masks (CSS Masking Level 1, section 7.10.1); their sum is 1.
package enum LuminanceWeight {
  /// Weight of red.
  package static let red = 0.2126
  /// Weight of green.
  package static let green = 0.7152
  /// Weight of blue.
  package static let blue = 0.0722
}

extension Pixmap {
  /// Replaces alpha by the luminance of the sRGB components times alpha, and the colour by black.
  package mutating func replaceAlphaByLuminance() {
    // Fixed point with 16 fraction bits; the weights' sum is exactly 65536.
    func weight(_ share: Double) -> UInt32 { UInt32((share * 65536).rounded()) }
    let red = weight(LuminanceWeight.red)
    let green = weight(LuminanceWeight.green)
    let blue = weight(LuminanceWeight.blue)
    mapWords { pixel in
      // Premultiplied channels already contain the factor alpha.
      let luminance = (pixel & 255) &* red &+ (pixel &>> 8 & 255) &* green &+ (pixel &>> 16 & 255) &* blue
      return ((luminance &+ 32768) &>> 16) &<< 24
    }
  }

  /// Replaces alpha by 1 − alpha, and the colour by black.
  package mutating func invertAlpha() {
    mapWords { (255 &- $0 &>> 24) &<< 24 }
  }

  @inline(__always)
  private mutating func mapWords(_ transform: (UInt32) -> UInt32) {
    var words = pixels.mutableSpan
    for index in 0..<words.count { words[index] = transform(words[index]) }
  }

  /// Multiplies every pixel by the alpha of a mask (destination-in).
  ///
  /// - Precondition: Both have the same size.
  package mutating func cut(by mask: Pixmap) {
    precondition(width == mask.width && height == mask.height, "sizes must match")
    var words = pixels.mutableSpan
    mask.pixels.withUnsafeBufferPointer { mask in
      for index in 0..<words.count { words[index] = PixelArithmetic.scale(words[index], by: mask[index] &>> 24) }
    }
  }
}
