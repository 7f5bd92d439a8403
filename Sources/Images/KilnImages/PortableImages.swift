internal import KilnCompression
package import KilnDiagnostics
internal import KilnPNG
package import KilnPixels

/// Image files of one document in a form that every module and every player reads alike.
package struct PortableImages {
  private let limits: Limits
  private let checksPixels: Bool
  /// Processor time that is left for drawing SVG images, in seconds.
  private var time: Double
  /// Bytes of the pixels of all images decoded so far, whether that succeeded or not.
  private var decodedBytes = 0

  /// - Parameters:
  ///   - limits: Upper bounds of each image.
  ///   - checksPixels: Whether images that stay as they are must be complete. That is judged by the structure of the file; its
  ///     pixels are decoded only if that looks wrong.
  package init(limits: Limits, checksPixels: Bool = false) {
    self.limits = limits
    self.checksPixels = checksPixels
    time = Double(limits[.vectorImageTime])
  }

  /// The file itself if it is an upright PNG, JPEG or WebP image; else what a browser shows of it, as PNG.
  ///
  /// Turned pixels are written without the orientation, so that nobody turns them again.
  ///
  /// - Parameters:
  ///   - name: Name of the image in findings.
  ///   - box: Box into which an SVG image is drawn; nil for its own size.
  /// - Throws: The errors of `ImageDecoder` for an image that it cannot decode.
  package mutating func file(
    from bytes: [UInt8], name: String, box: ImageBox? = nil, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    if Self.isPortable(bytes) {
      if checksPixels, !Self.isComplete(bytes) {
        try countPixels(of: bytes)
        _ = try ImageDecoder.decode(bytes, limits: limits)
      }
      return bytes
    }
    guard StillFormat.sniff(bytes) == .svg else {
      try countPixels(of: bytes)
      return try PNGEncoder.encode(
        ImageDecoder.decode(bytes, name: name, limits: limits, log: &log), effort: .light)
    }
    let picture = try SVGRasterizer.draw(bytes, in: box, time: &time, limits: limits)
    try count(4 * picture.pixels.count)
    return try PNGEncoder.encode(picture, effort: .light)
  }

  /// A PNG file with the pixels of a part of another image.
  ///
  /// - Throws: `limit.exceeded`.
  package mutating func file(with pixmap: Pixmap) throws(Diagnostic) -> [UInt8] {
    try count(4 * pixmap.pixels.count)
    return try PNGEncoder.encode(pixmap, effort: .light)
  }

  /// Counts the pixels of an image before they are decoded, by the size that the file says.
  private mutating func countPixels(of bytes: [UInt8]) throws(Diagnostic) {
    guard let (width, height) = Self.size(of: bytes) else { return }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    try count(overflow || area > .max / 4 ? .max : area * 4)
  }

  private mutating func count(_ bytes: Int) throws(Diagnostic) {
    decodedBytes = decodedBytes.addingClamped(bytes)
    try limits.check(
      decodedBytes, atMost: .decodedImageBytes, "the size of all decoded images in bytes",
      advice: "export the images as upright PNG files, or smaller")
  }

  /// Width and height that the header of an image says; nil for SVG images, and where it says none.
  private static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    switch StillFormat.sniff(bytes) {
    case .png, .jpeg, .webp: ImageHeader(bytes).map { ($0.width, $0.height) }
    case .gif: GIFFrameDecoder.size(of: bytes)
    case .avif: AVIFBoxes(bytes).size
    case .svg, nil: nil
    }
  }

  /// Whether the file is a still PNG, JPEG or WebP image of which no pixel need be turned. Its pixels may be damaged.
  package static func isPortable(_ bytes: [UInt8]) -> Bool {
    guard let header = ImageHeader(bytes), header.width > 0, header.height > 0 else { return false }
    return header.orientation == .upright && !(header.format == .webp && WebPDecoder.isAnimated(bytes))
  }

  /// Whether the file ends where its format says, and checksums are right if it has any.
  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    switch ImageFormat.sniff(bytes) {
    case .png: isCompletePNG(bytes)
    // The marker of the end (ITU T.81, B.2.1); a file that is cut off hardly ends with it.
    case .jpeg: bytes.suffix(2).elementsEqual([0xFF, 0xD9])
    case .webp:
      WebPChunks(bytes[...]).first { $0.name == "RIFF" }?.isComplete ?? false
    case nil: false
    }
  }

  private static func isCompletePNG(_ bytes: [UInt8]) -> Bool {
    var hasPixels = false
    for chunk in PNGChunks(bytes) {
      if chunk.name == "IDAT" { hasPixels = true }
      if chunk.name == "IEND" { return hasPixels }
      // Other chunks cost a colour or nothing.
      guard ["IHDR", "PLTE", "IDAT"].contains(chunk.name) else { continue }
      let content = chunk.content
      let checksum = Checksum.crc32(bytes[content.startIndex - 4..<content.endIndex])
      let stored = bytes[content.endIndex..<content.endIndex + 4].reduce(0) { $0 << 8 | UInt32($1) }
      guard checksum == stored else { return false }
    }
    return false
  }
}

/// The rectangle into which a browser draws an image that has no pixels of its own.
package struct ImageBox: Sendable, Hashable {
  /// Width in pixels.
  package var width: Double
  /// Height in pixels.
  package var height: Double
  /// Whether the image is stretched to the rectangle from its own proportions (`preserveAspectRatio="none"`).
  package var isStretched: Bool

  /// A rectangle.
  package init(width: Double, height: Double, isStretched: Bool = false) {
    self.width = width
    self.height = height
    self.isStretched = isStretched
  }
}
