// Parts of WebP files (WebP container specification).
extension [UInt8] {
  /// Appends the lowest bytes of a word, the lowest first.
  mutating func append(word: UInt32, bytes count: Int = 4) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: word >> UInt32(truncatingIfNeeded: 8 * index))) }
  }

  /// Appends the header of a file.
  ///
  /// - Parameter size: Bytes after the size itself.
  mutating func appendRIFF(size: Int) {
    append(chunk: "RIFF", size: size)
    self += "WEBP".utf8
  }

  /// Appends the header of a chunk.
  ///
  /// - Parameters:
  ///   - name: FourCC of the chunk.
  ///   - size: Bytes of its content, without padding.
  mutating func append(chunk name: String, size: Int) {
    self += name.utf8
    append(word: UInt32(truncatingIfNeeded: size))
  }
}
