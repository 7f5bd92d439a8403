internal import KilnDiagnostics
internal import KilnPNG
internal import KilnLottieImport
internal import KilnPixels

/// Replacement of an image that is not found: a chequered picture in two greys.
enum PlaceholderImage {
  /// Longest side in pixels; the layer stretches the picture to the image's own size.
  private static let longestSide = 128.0
  /// Side of a square in pixels.
  private static let square = 8

  /// A PNG with the aspect of an image.
  static func png(_ image: ImageRequest) throws(Diagnostic) -> [UInt8] {
    let (width, height) = (max(1, image.width), max(1, image.height))
    let scale = min(1, longestSide / max(width, height))
    var picture = Pixmap(width: side(width * scale), height: side(height * scale))
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let isDark = (x / square + y / square).isMultiple(of: 2)
        picture[x, y] = isDark ? 0xFF99_9999 : 0xFFCC_CCCC
      }
    }
    return try PNGEncoder.encode(picture)
  }

  /// A side in whole pixels, of a number from a file.
  private static func side(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), longestSide)) }
}
