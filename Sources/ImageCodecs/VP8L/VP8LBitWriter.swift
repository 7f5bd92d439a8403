/// Writes a VP8L bitstream: values with their lowest bit first (WebP lossless specification, 2).
struct VP8LBitWriter {
  private var words: [UInt32] = []
  private var bits: UInt64 = 0
  private var pendingCount = 0

  /// Number of bits that were written.
  var bitCount: Int { words.count * 32 + pendingCount }

  /// Appends the lowest `count` bits of a value, the others being 0.
  ///
  /// - Parameter count: At most 32.
  @inline(__always)
  mutating func write(_ value: UInt32, bits count: Int) {
    bits |= UInt64(value) &<< UInt64(truncatingIfNeeded: pendingCount)
    pendingCount &+= count
    if pendingCount >= 32 {
      words.append(UInt32(truncatingIfNeeded: bits))
      bits &>>= 32
      pendingCount &-= 32
    }
  }

  /// A still WebP file of the bitstream: a RIFF header and one chunk of an even number of bytes.
  func file() -> [UInt8] {
    let size = (bitCount + 7) / 8
    let padded = size + size & 1
    var file: [UInt8] = []
    file.reserveCapacity(20 + padded + 4)
    file += "RIFF".utf8
    file.append(UInt32(12 + padded))
    file += "WEBPVP8L".utf8
    file.append(UInt32(size))
    for word in words { file.append(word) }
    file.append(UInt32(truncatingIfNeeded: bits))
    file.removeLast(file.count - 20 - padded)
    return file
  }
}

extension [UInt8] {
  /// Appends the bytes of a word, the lowest first.
  fileprivate mutating func append(_ word: UInt32) {
    append(UInt8(truncatingIfNeeded: word))
    append(UInt8(truncatingIfNeeded: word >> 8))
    append(UInt8(truncatingIfNeeded: word >> 16))
    append(UInt8(truncatingIfNeeded: word >> 24))
  }
}
