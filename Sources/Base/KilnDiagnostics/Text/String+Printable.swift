extension String {
  /// The text in one line, with escapes such as `\n` and `\u001B` for what could steer a terminal or a CI system: control
  /// characters, separators of lines and paragraphs, and marks that change the direction of text.
  ///
  /// Backslashes of the text stay as they are, so that a path is what it was, and escaping twice is escaping once.
  package var printable: String {
    guard utf8.contains(where: \.mayNeedEscape), unicodeScalars.contains(where: \.needsEscape) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.needsEscape { result += scalar.shortEscape.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it is printed as an escape.
  package var needsEscape: Bool {
    switch value {
    // C0, DEL and C1; the Arabic letter mark, the left-to-right and right-to-left marks; the separators of lines and
    // paragraphs, embeddings and overrides; isolates and the deprecated formats behind them.
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  /// The escape of JSON with four digits. Only of scalars below U+10000.
  package var escape: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  fileprivate var shortEscape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: escape
    }
  }
}

extension UInt8 {
  /// Whether a scalar that needs an escape may begin with this byte of UTF-8.
  package var mayNeedEscape: Bool {
    switch self {
    case ..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }
}
