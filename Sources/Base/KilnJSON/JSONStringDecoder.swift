/// Decodes the escapes of a JSON string that the parser has accepted. Never fails: lone surrogates and invalid UTF-8
/// become the replacement character.
enum JSONStringDecoder {
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\"), position < bytes.endIndex else {
        units.append(byte)
        continue
      }
      let escape = bytes[position]
      position += 1
      switch escape {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"): units += Array(String(Character(unicodeEscape(bytes, &position))).utf8)
      default: units.append(escape)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// Decodes four hexadecimal digits, or two such escapes that form a surrogate pair.
  private static func unicodeEscape(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let high = hexadecimal(bytes, at: position) else { return replacement }
    position += 4
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? replacement }
    guard position + 1 < bytes.endIndex, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"),
      let low = hexadecimal(bytes, at: position + 2), (0xDC00..<0xE000).contains(low)
    else { return replacement }
    position += 6
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>, at position: Int) -> UInt32? {
    guard position + 4 <= bytes.endIndex else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
