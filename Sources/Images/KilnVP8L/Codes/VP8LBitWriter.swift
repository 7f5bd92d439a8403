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

  /// The bytes of the bitstream; the bits that the last one lacks are 0.
  var bytes: [UInt8] {
    let size = (bitCount + 7) / 8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 4 + 4)
    for word in words + [UInt32(truncatingIfNeeded: bits)] {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 24))
    }
    bytes.removeLast(bytes.count - size)
    return bytes
  }
}
