public import Diagnostics
public import Pixels

/// Decoder of still images.
public enum ImageDecoder {
  /// Decodes a PNG, JPEG or WebP image, by its signature, to sRGB.
  ///
  /// The size is checked against `limits` before memory for pixels is allocated. Colours are converted as in browsers, by
  /// PNG's cICP, iCCP, sRGB, gAMA and cHRM chunks and the ICC profiles of JPEG and WebP; images without these are sRGB.
  /// EXIF orientation is ignored; of an animated PNG the default image is decoded. A colour profile that cannot be used
  /// is ignored, and reported in `log`.
  ///
  /// - Parameter name: Name of the image in findings.
  /// - Throws: `image.format.unknown`, `image.data.invalid`, `image.feature.unsupported` or `limit.exceeded`.
  public static func decode(
    _ bytes: [UInt8], name: String, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Pixmap {
    let (pixmap, fault) = try picture(bytes, limits: limits).standard()
    if let fault {
      log.add(
        .imageProfileIgnored, "the colour profile of the image “\(name)” is ignored: \(fault.text)",
        advice: "convert the image to sRGB, and export it again")
    }
    return pixmap
  }

  /// Decodes an image without reporting a colour profile that cannot be used.
  ///
  /// - Throws: As `decode(_:name:limits:log:)`.
  public static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    try picture(bytes, limits: limits).standard().pixmap
  }

  private static func picture(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> FilePicture {
    switch ImageFormat.sniff(bytes) {
    case .png: try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
    case .webp: try WebPDecoder.decode(bytes, limits: limits)
    case nil:
      throw Diagnostic(.imageFormatUnknown, "The image is neither PNG nor JPEG nor WebP")
    }
  }
}
