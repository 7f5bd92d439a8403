/// Writes still WebP files from their chunks (WebP container specification).
enum WebPStill {
  /// A file with one image and nothing else.
  ///
  /// - Parameter chunk: FourCC of the image's bitstream.
  static func file(_ chunk: String, _ bitstream: [UInt8]) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(20 + bitstream.count + 1)
    file.appendRIFF(size: 4 + chunkSize(bitstream.count))
    file.append(chunk: chunk, size: bitstream.count)
    file += bitstream
    if file.count & 1 == 1 { file.append(0) }
    return file
  }

  /// A lossily coded file without alpha, with an alpha channel.
  ///
  /// - Parameters:
  ///   - file: A file of one `VP8 ` chunk.
  ///   - plane: The alpha channel as a VP8L bitstream without its header.
  ///   - hasFewerLevels: Whether the channel lost levels before it was encoded.
  static func file(
    _ file: [UInt8], alpha plane: [UInt8], hasFewerLevels: Bool = false, width: Int, height: Int
  ) -> [UInt8] {
    let picture = file.dropFirst(12)
    var result: [UInt8] = []
    let extendedSize = 10
    result.reserveCapacity(12 + chunkSize(extendedSize) + chunkSize(plane.count + 1) + picture.count)
    result.appendRIFF(size: 4 + chunkSize(extendedSize) + chunkSize(plane.count + 1) + picture.count)
    result.append(chunk: "VP8X", size: extendedSize)
    let hasAlpha: UInt32 = 0x10
    result.append(word: hasAlpha)
    result.append(word: UInt32(truncatingIfNeeded: width - 1), bytes: 3)
    result.append(word: UInt32(truncatingIfNeeded: height - 1), bytes: 3)
    result.append(chunk: "ALPH", size: plane.count + 1)
    // Losslessly compressed and not filtered; the next bits say whether levels were reduced.
    let levelReduction: UInt8 = 1 << 4
    result.append(1 | (hasFewerLevels ? levelReduction : 0))
    result += plane
    if result.count & 1 == 1 { result.append(0) }
    return result + picture
  }

  /// Bytes of a chunk with its header and padding.
  static func chunkSize(_ contentSize: Int) -> Int { 8 + contentSize + contentSize & 1 }
}
