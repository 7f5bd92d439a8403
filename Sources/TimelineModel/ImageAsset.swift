/// A picture as the source holds it: encoded, with its size read from the header.
public struct ImageAsset: Sendable, Hashable {
  /// How the bytes are encoded.
  public enum Encoding: String, Sendable, Hashable { case png, jpeg, webp }

  /// What the source calls it.
  public var name: String
  /// How the bytes are encoded.
  public let encoding: Encoding
  /// Pixels along a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The file.
  public let bytes: [UInt8]

  /// Reads the header; nil when the bytes are none of the known encodings or the size is zero.
  public init?(name: String, bytes: [UInt8]) {
    guard let header = ImageHeader(bytes), header.width > 0, header.height > 0 else { return nil }
    self.name = name
    self.bytes = bytes
    encoding = header.encoding
    width = header.width
    height = header.height
  }

  /// Bytes that the picture takes in a player's memory: four a pixel. A header may say more than fits into a number.
  public var decodedBytes: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    let (bytes, overflowToo) = pixels.multipliedReportingOverflow(by: 4)
    return overflow || overflowToo ? .max : bytes
  }
}

/// Encoding and size, from the first bytes of an image file.
private struct ImageHeader {
  var encoding: ImageAsset.Encoding
  var width: Int
  var height: Int

  init?(_ bytes: [UInt8]) {
    if let header = Self.png(bytes) ?? Self.webp(bytes) ?? Self.jpeg(bytes) { self = header } else { return nil }
  }

  private init(_ encoding: ImageAsset.Encoding, _ width: Int, _ height: Int) {
    self.encoding = encoding
    self.width = width
    self.height = height
  }

  /// PNG specification, 5.2 and 11.2.2: signature, then IHDR with big-endian sizes.
  private static func png(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return ImageHeader(.png, word(16), word(20))
  }

  /// WebP container specification: `RIFF … WEBP`, then `VP8X`, `VP8L` or `VP8 `.
  private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 25, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<15].elementsEqual("WEBPVP8".utf8) else {
      return nil
    }
    func little(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
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

  /// ITU T.81, B.2.2: the size stands in the frame header, after any number of other segments.
  private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
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
        return ImageHeader(.jpeg, width, height)
      }
      position += 2 + max(2, length)
    }
    return nil
  }
}
