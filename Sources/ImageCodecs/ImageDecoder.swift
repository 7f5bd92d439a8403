public import Diagnostics
public import Pixels

/// Turns the bytes of a still image into pixels.
public enum ImageDecoder {
  /// Decodes a PNG, JPEG or WebP image, whichever the bytes are.
  ///
  /// The size is checked against `limits` before memory for pixels is taken. Colour profiles and the orientation that
  /// cameras note are ignored; of an animated PNG the default image is decoded.
  ///
  /// - Throws: `image.format.unknown`, `image.data.invalid`, `image.feature.unsupported` or `limit.exceeded`.
  public static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    switch ImageFormat.sniff(bytes) {
    case .png: try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
    case .webp: try WebPDecoder.decode(bytes, limits: limits)
    case nil:
      throw Diagnostic(.imageFormatUnknown, "The image is neither PNG nor JPEG nor WebP")
    }
  }
}
