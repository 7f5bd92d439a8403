public import Diagnostics
public import Pixels

/// Turns the bytes of a still image into pixels.
public enum ImageDecoder {
  /// Decodes a PNG, JPEG or WebP image, whichever the bytes are, to sRGB.
  ///
  /// The size is checked against `limits` before memory for pixels is taken. Colours are converted as in browsers: PNG's
  /// cICP, iCCP, sRGB, gAMA and cHRM chunks and the ICC profiles of JPEG and WebP count; what is not described is sRGB.
  /// The orientation that cameras note is ignored; of an animated PNG the default image is decoded.
  ///
  /// - Parameter name: What the image is called in findings.
  /// - Throws: `image.format.unknown`, `image.data.invalid`, `image.feature.unsupported` or `limit.exceeded`. A colour
  ///   profile that cannot be used is ignored, with a finding.
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

  /// Decodes an image likewise, without a finding about a colour profile that cannot be used.
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
