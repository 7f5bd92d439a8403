/// Eight bytes of a file in one word, so that one step answers a question about all of them.
struct ByteWord {
  private let word: UInt64
  /// A word of equal bytes.
  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  @inline(__always)
  private init(_ word: UInt64) { self.word = word }

  /// The bytes from a position on. All eight are checked to be there.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at position: Int) {
    word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
  }

  /// Whether all are spaces.
  @inline(__always)
  var isSpace: Bool { word == Self.all(0x20) }

  /// With the bit set that tells small letters from capital ones.
  @inline(__always)
  var lowercased: ByteWord { ByteWord(word | Self.all(0x20)) }

  /// Whether each stands for itself in a string: none is a quote, a backslash or a control character.
  @inline(__always)
  var isPlainText: Bool {
    let quotes = word ^ Self.all(UInt8(ascii: "\""))
    let backslashes = word ^ Self.all(UInt8(ascii: "\\"))
    // Each subtraction borrows from the top bit of the lowest byte that is too small, and of no byte below it.
    let found =
      (word &- Self.all(0x20)) & ~word | (quotes &- Self.all(1)) & ~quotes
      | (backslashes &- Self.all(1)) & ~backslashes
    return found & Self.all(0x80) == 0
  }

  /// A word with 1 for each byte that is this one.
  @inline(__always)
  func count(of byte: UInt8) -> UInt64 {
    let difference = word ^ Self.all(byte)
    let isOther = ((difference & Self.all(0x7F)) &+ Self.all(0x7F)) | difference
    return ~isOther >> 7 & Self.all(1)
  }
}
