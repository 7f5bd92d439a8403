/// Eight bytes in one word, processed at once (SIMD within a register). The first byte is the lowest.
struct ByteWord {
  private let word: UInt64
  /// A word of eight equal bytes.
  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Loads the bytes from a position on, with a bounds check.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at position: Int) {
    word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
  }

  /// Whether all bytes are spaces.
  @inline(__always)
  var isSpace: Bool { word == Self.all(0x20) }

  /// Number of spaces before the first other byte.
  @inline(__always)
  var leadingSpaces: Int { (word ^ Self.all(0x20)).trailingZeroBitCount / 8 }

  /// A hash whose top bits depend on all bytes; `round` selects one of several functions.
  @inline(__always)
  func hash(_ round: UInt64) -> UInt64 { (word ^ word &>> 32) &* (0x9E37_79B9_7F4A_7C15 &* (2 * round + 1)) }

  // MARK: - Strings

  /// Whether no byte is a quote, a backslash or a control character.
  @inline(__always)
  var isPlainText: Bool { found(UInt8(ascii: "\"")) | noText == 0 }

  /// A name up to its closing quote: the bytes packed with the first one highest, and their number. Nil if there is no
  /// quote or a backslash or control character precedes it.
  @inline(__always)
  var name: (packed: UInt64, length: Int)? {
    let quotes = found(UInt8(ascii: "\""))
    guard quotes != 0, noText & (quotes &- 1) & ~quotes == 0 else { return nil }
    let length = quotes.trailingZeroBitCount / 8
    return (length == 0 ? 0 : word.byteSwapped &>> UInt64(64 - 8 * length), length)
  }

  /// The top bit of each byte that is a backslash or control character, with the restriction of `found`.
  @inline(__always)
  private var noText: UInt64 {
    found(UInt8(ascii: "\\")) | (word &- Self.all(0x20)) & ~word & Self.all(0x80)
  }

  /// The top bit of each byte that equals `byte`. Only the lowest set bit is reliable, because subtractions may borrow from
  /// the next byte.
  @inline(__always)
  private func found(_ byte: UInt8) -> UInt64 {
    let difference = word ^ Self.all(byte)
    return (difference &- Self.all(1)) & ~difference & Self.all(0x80)
  }

  // MARK: - Numbers

  /// A decimal number without sign and exponent.
  struct Decimal {
    /// All digits as one integer.
    var mantissa: UInt64
    /// Number of digits after the decimal point.
    var fractionDigits: Int
    /// Length in bytes.
    var length: Int
  }

  /// The number at the start of the word, if it conforms to JSON, has no exponent and ends inside the word.
  @inline(__always)
  var decimal: Decimal? {
    var digits = word ^ Self.all(UInt8(ascii: "0"))
    // The top bit of each byte that is not a digit. Digits and points cause no carry, so that the first such byte is
    // reliable, and if it is a point the second, too.
    let others = ((digits &+ Self.all(0x80 - 10)) | digits) & Self.all(0x80)
    let integerLength = others.trailingZeroBitCount / 8
    // A leading zero is only allowed in the number 0.
    guard others != 0, integerLength == 1 || integerLength > 1 && digits & 0xFF != 0 else { return nil }
    var length = integerLength
    var fractionDigits = 0
    if byte(integerLength) == UInt8(ascii: ".") {
      let others = others & (others &- 1)
      length = others.trailingZeroBitCount / 8
      fractionDigits = length - integerLength - 1
      guard others != 0, fractionDigits > 0 else { return nil }
      // Removes the decimal point.
      let integer = UInt64(1) &<< UInt64(8 * integerLength) &- 1
      digits = digits & integer | digits &>> 8 & ~integer
    }
    guard byte(length) | 0x20 != UInt8(ascii: "e") else { return nil }
    let count = integerLength + fractionDigits
    return Decimal(
      mantissa: Self.number(digits &<< UInt64(64 - 8 * count)), fractionDigits: fractionDigits, length: length)
  }

  /// The number of eight digits; nil if a byte is not a digit.
  @inline(__always)
  var eightDigits: UInt64? {
    let digits = word ^ Self.all(UInt8(ascii: "0"))
    return ((digits &+ Self.all(0x80 - 10)) | digits) & Self.all(0x80) == 0 ? Self.number(digits) : nil
  }

  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word &>> UInt64(8 * index)) }

  /// The value of eight digits, the first in the lowest byte, combined to pairs, fours and eight.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* (10 << 8 + 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (100 << 16 + 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (10_000 << 32 + 1)) &>> 32
  }
}
