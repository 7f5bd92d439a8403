package import KilnPixels

/// Pixel format of an animated PNG: the same for all frames.
package struct APNGPixelFormat: Sendable {
  /// Palette; nil unless pixels are stored as indices.
  let indices: PNGColorIndices?
  let colorType: PNGPicture.ColorType
  let bitDepth: Int
  /// The straight word that stands for a transparent pixel; nil if there is none, so that nothing can be blended.
  let transparent: UInt32?
  /// Converts premultiplied pixels to straight ones.
  let colors: Unpremultiplier

  /// Bytes that a number of pixels take.
  package func byteCount(ofPixels count: Int) -> Int { count * colorType.channels * bitDepth / 8 }

  /// A picture's rows.
  ///
  /// - Precondition: all colours were counted. Transparent pixels may stand in for unchanged ones if there are any.
  func picture(_ pixmap: Pixmap) -> PNGPicture {
    var pixels = colors.straight(pixmap.pixels)
    if let transparent, transparent != 0 {
      for index in pixels.indices where pixels[index] == 0 { pixels[index] = transparent }
    }
    if let indices { return PNGPicture(pixels, pixmap, indices) }
    return PNGPicture(pixels, pixmap, colorType, bitDepth: bitDepth)
  }
}

extension APNGPixelFormat {
  /// A format for the colours of a palette and transparent pixels.
  ///
  /// - Parameters:
  ///   - palette: Premultiplied pixels.
  ///   - unpremultiplier: Converts premultiplied pixels to straight ones.
  package init(palette: [UInt32], _ unpremultiplier: Unpremultiplier) {
    var statistics = APNGColorStatistics(colors: unpremultiplier)
    statistics.add(Pixmap(width: palette.count + 1, height: 1, pixels: [0] + palette))
    self = statistics.finish()
  }
}

/// Counts the colours of all frames of an animated PNG and chooses how they are stored.
package struct APNGColorStatistics: Sendable {
  private var statistics = PNGColorStatistics()
  private let colors: Unpremultiplier
  /// Opaque colours with neither red nor green that no pixel has, by their blue.
  private var unusedBlues = [Bool](repeating: true, count: 256)

  /// Statistics of no pixels.
  ///
  /// - Parameter colors: Converts premultiplied pixels to straight ones.
  package init(colors: Unpremultiplier) {
    self.colors = colors
  }

  /// Counts the colours of a frame, or of a part of it in which all are that no frame before has.
  package mutating func add(_ pixmap: Pixmap) {
    let pixels = colors.straight(pixmap.pixels)
    statistics.add(pixels)
    // Also while all colours fit into a palette, because those of a later part may not.
    for pixel in pixels where pixel & 0xFFFF == 0 { unusedBlues[Int(pixel >> 16 & 255)] = false }
  }

  /// The smallest format that stores all colours exactly.
  package consuming func finish() -> APNGPixelFormat {
    guard let indices = statistics.indices else {
      // A colour that no pixel has is as good as a channel of alpha, at three quarters of the bytes.
      let key =
        statistics.colorType == .rgb ? unusedBlues.firstIndex(of: true).map { UInt32($0) << 16 | 0xFF00_0000 } : 0
      return APNGPixelFormat(
        indices: nil, colorType: statistics.colorType, bitDepth: 8, transparent: key, colors: colors)
    }
    var withTransparent = indices
    let hasTransparent =
      withTransparent.insert(0) && (!statistics.isOpaque || withTransparent.bitDepth == indices.bitDepth)
    var sorted = hasTransparent ? withTransparent : indices
    sorted.sort()
    return APNGPixelFormat(
      indices: sorted, colorType: .palette, bitDepth: sorted.bitDepth, transparent: hasTransparent ? 0 : nil,
      colors: colors)
  }
}
