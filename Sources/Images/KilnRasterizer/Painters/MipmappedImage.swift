internal import KilnGeometry
package import KilnPixels

/// An image with mipmaps: successively halved copies, so that minification neither flickers nor loses thin lines.
package struct MipmappedImage: Sendable {
  /// The image, then copies of half the size each, down to one pixel.
  let levels: [Pixmap]
  /// Bounding box of the pixels that are not transparent.
  private let content: PixelRect

  /// Computes the mipmaps of an image.
  package init(_ image: Pixmap) {
    var levels = [image]
    while let last = levels.last, last.width > 1 || last.height > 1, last.width > 0, last.height > 0 {
      levels.append(Self.halved(last))
    }
    self.levels = levels
    content = image.contentBounds
  }

  /// An image without mipmaps, for drawing that does not scale it down.
  package init(unscaled image: Pixmap) {
    levels = [image]
    content = image.bounds
  }

  /// Width of the image in pixels.
  package var width: Int { levels[0].width }
  /// Height of the image in pixels.
  package var height: Int { levels[0].height }

  /// The part of the image that may be visible when a level with pixels of a given size is sampled bilinearly.
  func visibleBounds(pixelSize: Double) -> Rect {
    guard !content.isEmpty else { return .empty }
    return Rect(content).insetBy(-2 * pixelSize).intersection(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
  }

  /// The smallest level with at least one pixel for each painted pixel, and the size of its pixels in pixels of the image.
  /// At odd sizes the last pixels extend past the edge.
  func level(forScale scale: Double) -> (image: Pixmap, pixelSize: Double) {
    var index = 0
    var remaining = scale
    var pixelSize = 1.0
    while remaining <= 0.5, index + 1 < levels.count {
      remaining *= 2
      pixelSize *= 2
      index += 1
    }
    return (levels[index], pixelSize)
  }

  /// Box filter: each pixel is the mean of four; at odd sizes the last row or column counts twice.
  private static func halved(_ image: Pixmap) -> Pixmap {
    var result = Pixmap(width: (image.width + 1) / 2, height: (image.height + 1) / 2)
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<result.height {
        let upper = 2 * y * image.width
        let lower = min(2 * y + 1, image.height - 1) * image.width
        for x in 0..<result.width {
          let left = 2 * x
          let right = min(left + 1, image.width - 1)
          result.pixels[y * result.width + x] = mean(
            pixels[upper + left], pixels[upper + right], pixels[lower + left], pixels[lower + right])
        }
      }
    }
    return result
  }

  /// Mean of four pixels, each channel rounded to nearest; two channels at a time.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let channels: UInt32 = 0xFF00FF
    let low = a & channels &+ b & channels &+ c & channels &+ d & channels &+ 0x2_0002
    let high = a >> 8 & channels &+ b >> 8 & channels &+ c >> 8 & channels &+ d >> 8 & channels &+ 0x2_0002
    return low >> 2 & channels | (high >> 2 & channels) << 8
  }
}
