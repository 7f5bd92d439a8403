package import KilnDiagnostics
package import KilnPixels

/// Decoder of still images.
package enum ImageDecoder {
  /// Decodes a PNG, JPEG, WebP, GIF, AVIF or SVG image, by its content, to sRGB, as browsers show it.
  ///
  /// The size is checked against `limits` before memory for pixels is allocated. Colours are converted by
  /// PNG's cICP, iCCP, sRGB, gAMA and cHRM chunks and the colour descriptions of JPEG, WebP and AVIF; images without these
  /// are sRGB. Pixels are turned by the EXIF orientation of PNG and JPEG, and the properties of AVIF. Of an animated
  /// file the first frame is decoded, of an animated PNG the default image. A colour profile that cannot be used is ignored,
  /// and reported in `log`.
  ///
  /// AVIF and SVG need libraries that are loaded for the first such image.
  ///
  /// - Parameter name: Name of the image in findings.
  /// - Throws: `image.format.unknown`, `image.data.invalid`, `image.feature.unsupported`, `image.library.missing` or
  ///   `limit.exceeded`.
  package static func decode(
    _ bytes: [UInt8], name: String, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Pixmap {
    let (pixmap, fault) = try decode(bytes, limits)
    if let fault { report(fault, "the image “\(name)”", to: &log) }
    return pixmap
  }

  /// Reports frames of a file, which are decoded without a log, that are not in sRGB. For a program that was built without what
  /// converts them.
  package static func reportLeftOutColors(of bytes: [UInt8], log: inout DiagnosticLog) {
    let candidates: [ColorConversion.Candidate] =
      switch ImageFormat.sniff(bytes) {
      case .png: PNGColorSpace.candidates(in: bytes)
      case .jpeg: JPEGColorProfile.candidates(in: bytes)
      // The profile of an animation is never used.
      case .webp: WebPDecoder.isAnimated(bytes) ? [] : WebPColorProfile.candidates(in: bytes)
      case nil: []
      }
    guard let first = candidates.first, first != .success(.standard) else { return }
    report(.leftOut, "the pictures", to: &log)
  }

  private static func report(_ fault: ColorFault, _ pictures: String, to log: inout DiagnosticLog) {
    let advice = "convert the image to sRGB, and export it again"
    log.add(
      .imageProfileIgnored, "the colour profile of \(pictures) is ignored: \(fault.text)",
      advice: fault.advice.map { "\($0), or \(advice)" } ?? advice)
  }

  /// Decodes an image without reporting a colour profile that cannot be used.
  ///
  /// - Throws: As `decode(_:name:limits:log:)`.
  package static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    try decode(bytes, limits).pixmap
  }

  private static func decode(
    _ bytes: [UInt8], _ limits: Limits
  ) throws(Diagnostic) -> (pixmap: Pixmap, fault: ColorFault?) {
    switch StillFormat.sniff(bytes) {
    case .png: turned(try PNGDecoder.decode(bytes, limits: limits), bytes)
    case .jpeg: turned(try JPEGDecoder.decode(bytes, limits: limits), bytes)
    case .webp:
      if let first = try WebPDecoder.firstFrame(bytes, limits: limits) {
        first.standard()
      } else {
        try WebPDecoder.decode(bytes, limits: limits).standard()
      }
    case .gif: (try GIFFrameDecoder.firstFrame(bytes, limits: limits), nil)
    case .avif: try AVIFDecoder.decode(bytes, limits: limits)
    case .svg: (try SVGRasterizer.draw(bytes, limits: limits), nil)
    case nil:
      throw Diagnostic(.imageFormatUnknown, "The image is neither PNG, JPEG, WebP, GIF, AVIF nor SVG")
    }
  }

  /// The pixels in sRGB, turned by the orientation in the file.
  private static func turned(
    _ picture: consuming DecodedPicture, _ bytes: [UInt8]
  ) -> (pixmap: Pixmap, fault: ColorFault?) {
    let (pixmap, fault) = picture.standard()
    return (pixmap.turned(ImageHeader(bytes)?.orientation ?? .upright), fault)
  }
}
