/// Format and size of a still image, read from the first bytes of its file.
public struct ImageHeader: Sendable, Hashable {
  /// File format.
  public let format: ImageFormat
  /// Width in pixels of the picture as it is shown; may be 0 or larger than any image that can be decoded.
  public let width: Int
  /// Height in pixels, likewise.
  public let height: Int
  /// Rotation and reflection of the stored pixels for display. As in Chromium, EXIF data of WebP files have no effect.
  public let orientation: ImageOrientation

  /// Bytes of the decoded image, 4 a pixel; `Int.max` if the product overflows.
  public var decodedBytes: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    let (bytes, overflowToo) = pixels.multipliedReportingOverflow(by: 4)
    return overflow || overflowToo ? .max : bytes
  }

  /// Reads the header; nil if the format is unknown or the header is incomplete.
  public init?(_ bytes: [UInt8]) {
    let header: ImageHeader? =
      switch ImageFormat.sniff(bytes) {
      case .png: Self.png(bytes)
      case .webp: Self.webp(bytes)
      case .jpeg: Self.jpeg(bytes)
      case nil: nil
      }
    guard let header else { return nil }
    self = header
  }

  /// - Parameters:
  ///   - width: Width of the stored pixels.
  ///   - height: Height of the stored pixels.
  private init(
    _ format: ImageFormat, _ width: Int, _ height: Int, _ orientation: ImageOrientation = .upright
  ) {
    self.format = format
    self.width = orientation.swapsSides ? height : width
    self.height = orientation.swapsSides ? width : height
    self.orientation = orientation
  }

  /// PNG specification, 5.2 and 11.2.2: signature, then IHDR with big-endian sizes.
  private static func png(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 24 else { return nil }
    func word(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return ImageHeader(.png, word(16), word(20), orientation(png: bytes))
  }

  /// WebP container specification: `RIFF … WEBP`, then `VP8X`, `VP8L` or `VP8 `.
  private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 25, bytes[12..<15].elementsEqual("VP8".utf8) else { return nil }
    func little(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch bytes[15] {
    case UInt8(ascii: "X") where bytes.count >= 30:
      return ImageHeader(.webp, little(24, 3) + 1, little(27, 3) + 1)
    case UInt8(ascii: "L") where bytes[20] == 0x2F:
      let bits = little(21, 4)
      return ImageHeader(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case UInt8(ascii: " ") where bytes.count >= 30 && bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]):
      return ImageHeader(.webp, little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
    default: return nil
    }
  }

  /// ITU T.81, B.2.2: the size is in the frame header, which any number of other segments may precede.
  private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
    var position = 2
    while position + 8 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let isFrameHeader = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrameHeader {
        let height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
        let width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
        return ImageHeader(.jpeg, width, height, orientation(jpeg: bytes))
      }
      position += 2 + max(2, length)
    }
    return nil
  }
}
