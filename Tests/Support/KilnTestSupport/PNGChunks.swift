import KilnCompression

/// Puts chunks into PNG files.
public enum PNGChunks {
  /// A PNG file with a chunk more, behind its signature and header.
  public static func inserting(_ name: String, _ content: [UInt8], into file: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    let chunk = words(UInt32(content.count)) + checked + words(Checksum.crc32(checked))
    return file[..<33] + chunk + file[33...]
  }

  /// Numbers of four bytes, the highest first.
  public static func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }
}
