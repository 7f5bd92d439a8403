/// Text of JSON files, and of strings in them.
package enum JSONText {
  /// The text as UTF-8: converted if it starts with a byte order mark of UTF-16, otherwise the same bytes. What is no
  /// UTF-16 becomes the replacement character.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard let isLittleEndian = utf16Order(bytes) else { return bytes }
    return [UInt8](String(decoding: utf16(bytes[2...], isLittleEndian), as: UTF16.self).utf8)
  }

  /// Whether a text starts with a byte order mark of UTF-16.
  package static func isUTF16(_ bytes: [UInt8]) -> Bool { utf16Order(bytes) != nil }

  /// Whether a file starts like a JSON document whose root is an object or an array: after a byte order mark and space.
  package static func startsWithContainer(_ bytes: [UInt8]) -> Bool {
    var head = bytes[...]
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if let isLittleEndian = utf16Order(bytes) {
      let units = utf16(bytes[2...].prefix(2048), isLittleEndian)
      return [0x7B, 0x5B].contains(units.first { $0 > 0xFF || !isSpace(UInt8(truncatingIfNeeded: $0)) })
    }
    return [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(head.first { !isSpace($0) })
  }

  /// Whether the byte order mark of UTF-16 at the start of a text is that of little-endian units; nil if there is none.
  private static func utf16Order(_ bytes: [UInt8]) -> Bool? {
    bytes.starts(with: [0xFF, 0xFE]) ? true : bytes.starts(with: [0xFE, 0xFF]) ? false : nil
  }

  /// Code units; an odd byte at the end is left out.
  private static func utf16(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
  }

  /// A string in quotes, with the escapes that JSON demands.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
