/// Eight bytes of a file in one word, so that one step answers a question about all of them.
///
/// The first byte is the lowest.
struct ByteWord {
  private let word: UInt64
  /// A word of equal bytes.
  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// The bytes from a position on. All eight are checked to be there.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at position: Int) {
    word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
  }

  /// Whether all are spaces.
  @inline(__always)
  var isSpace: Bool { word == Self.all(0x20) }

  /// How many are spaces, before the first that is none.
  @inline(__always)
  var leadingSpaces: Int { (word ^ Self.all(0x20)).trailingZeroBitCount / 8 }

  /// A number whose top bits depend on all bytes; another one for each `round`.
  @inline(__always)
  func hash(_ round: UInt64) -> UInt64 { (word ^ word &>> 32) &* (0x9E37_79B9_7F4A_7C15 &* (2 * round + 1)) }

  // MARK: - Strings

  /// Whether each stands for itself in a string: none is a quote, a backslash or a control character.
  @inline(__always)
  var isPlainText: Bool { found(UInt8(ascii: "\"")) | noText == 0 }

  /// A name up to the quote that ends it: its bytes packed, the first one highest, and how many they are. Nil if there
  /// is no quote or something before it does not stand for itself.
  @inline(__always)
  var name: (packed: UInt64, length: Int)? {
    let quotes = found(UInt8(ascii: "\""))
    guard quotes != 0, noText & (quotes &- 1) & ~quotes == 0 else { return nil }
    let length = quotes.trailingZeroBitCount / 8
    return (length == 0 ? 0 : word.byteSwapped &>> UInt64(64 - 8 * length), length)
  }

  /// The top bit of each backslash and control character, as `found` gives it.
  @inline(__always)
  private var noText: UInt64 {
    found(UInt8(ascii: "\\")) | (word &- Self.all(0x20)) & ~word & Self.all(0x80)
  }

  /// The top bit of each byte that is this one. Above the lowest of them some may be wrong, as each subtraction borrows
  /// from the byte above one that is too small.
  @inline(__always)
  private func found(_ byte: UInt8) -> UInt64 {
    let difference = word ^ Self.all(byte)
    return (difference &- Self.all(1)) & ~difference & Self.all(0x80)
  }

  // MARK: - Numbers

  /// A number without sign and exponent.
  struct Decimal {
    /// All digits as one number.
    var mantissa: UInt64
    /// How many of the digits come after the point.
    var fractionDigits: Int
    /// Bytes that the number takes.
    var length: Int
  }

  /// The number at the start, if it is written as JSON wants and ends inside the word.
  @inline(__always)
  var decimal: Decimal? {
    var digits = word ^ Self.all(UInt8(ascii: "0"))
    // The top bit of each byte that is no digit. Nothing is carried out of a digit or a point, so the first such byte is
    // right, and if it is a point the second.
    let others = ((digits &+ Self.all(0x80 - 10)) | digits) & Self.all(0x80)
    let integerLength = others.trailingZeroBitCount / 8
    // Nothing but the digit 0 starts with it.
    guard others != 0, integerLength == 1 || integerLength > 1 && digits & 0xFF != 0 else { return nil }
    var length = integerLength
    var fractionDigits = 0
    if byte(integerLength) == UInt8(ascii: ".") {
      let others = others & (others &- 1)
      length = others.trailingZeroBitCount / 8
      fractionDigits = length - integerLength - 1
      guard others != 0, fractionDigits > 0 else { return nil }
      // The fraction moves over the point.
      let integer = UInt64(1) &<< UInt64(8 * integerLength) &- 1
      digits = digits & integer | digits &>> 8 & ~integer
    }
    guard byte(length) | 0x20 != UInt8(ascii: "e") else { return nil }
    let count = integerLength + fractionDigits
    return Decimal(
      mantissa: Self.number(digits &<< UInt64(64 - 8 * count)), fractionDigits: fractionDigits, length: length)
  }

  /// The number that all eight make as digits. Nil if one is none.
  @inline(__always)
  var eightDigits: UInt64? {
    let digits = word ^ Self.all(UInt8(ascii: "0"))
    return ((digits &+ Self.all(0x80 - 10)) | digits) & Self.all(0x80) == 0 ? Self.number(digits) : nil
  }

  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word &>> UInt64(8 * index)) }

  /// The number that digits make, the first one in the lowest byte: pairs of them, pairs of pairs, then all.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* (10 << 8 + 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (100 << 16 + 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (10_000 << 32 + 1)) &>> 32
  }
}
