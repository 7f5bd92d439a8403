/// A block of 32 bytes, processed at once: for indentation, and for comparing objects.
struct ByteBlock {
  static var size: Int { 32 }
  private let words: SIMD4<UInt64>

  /// Loads the bytes from a position on, with a bounds check.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at position: Int) {
    words = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
  }

  /// Whether all bytes are spaces.
  @inline(__always)
  var isSpace: Bool { Self.isZero(words ^ SIMD4(repeating: 0x2020_2020_2020_2020)) }

  @inline(__always)
  func isEqual(to other: ByteBlock) -> Bool { Self.isZero(words ^ other.words) }

  @inline(__always)
  private static func isZero(_ words: SIMD4<UInt64>) -> Bool { words.x | words.y | words.z | words.w == 0 }

  /// Number of equal bytes from two positions on, up to a count. Of a differing block none is counted.
  static func equalCount(_ bytes: Span<UInt8>, _ a: Int, _ b: Int, atMost count: Int) -> Int {
    let count = min(count, bytes.count - max(a, b))
    var equal = 0
    while equal + size <= count {
      guard ByteBlock(bytes, at: a + equal).isEqual(to: ByteBlock(bytes, at: b + equal)) else { return equal }
      equal += size
    }
    while equal < count, bytes[a + equal] == bytes[b + equal] { equal += 1 }
    return equal
  }
}
