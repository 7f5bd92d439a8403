internal import CFuzzZlib

/// Writes PNG files by other code than Kiln's own.
enum SmallPNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A file of 8-bit RGBA.
  static func file(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
    let header: [UInt8] = word(UInt32(width)) + word(UInt32(height)) + [8, 6, 0, 0, 0]
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      rows += rgba[row * width * 4..<(row + 1) * width * 4]
    }
    let data = chunk("IDAT", Deflated.pack(rows, as: .zlib))
    return signature + chunk("IHDR", header) + data + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return word(UInt32(data.count)) + content + word(Deflated.crc32(of: content))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
