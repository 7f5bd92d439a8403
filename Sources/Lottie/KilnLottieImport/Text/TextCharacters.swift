/// Splits text into what is laid out as one character.
package enum TextCharacters {
  /// Characters as lottie-web splits them: a scalar with the marks, modifiers and joined emoji that follow, or a flag.
  package static func split(_ text: String) -> [String] {
    var characters: [String] = []
    var isJoined = false
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.first {
      let count = unitLength(rest)
      let unit = rest.prefix(count).reduce(into: "") { $0.unicodeScalars.append($1) }
      rest = rest.dropFirst(count)
      if isJoined || count == 1 && scalar.joinsPreviousCharacter {
        // A scalar that joins the previous character is dropped if there is none.
        if !characters.isEmpty { characters[characters.count - 1] += unit }
      } else {
        characters.append(unit)
      }
      isJoined = scalar == .zeroWidthJoiner
    }
    return characters
  }

  /// Number of scalars at the start that belong together as a flag, or 1.
  private static func unitLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    let others = scalars.dropFirst()
    if scalars.first == .blackFlag, others.dropFirst(5).first == .cancelTag,
      others.prefix(5).allSatisfy(\.isTagLetter)
    {
      return 7
    }
    return scalars.prefix(2).count(where: \.isRegionalIndicator) == 2 ? 2 : 1
  }

  /// Whether a character ends a line.
  package static func isLineBreak(_ character: String) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first == "\r" || first == "\u{3}"
  }
}

extension Unicode.Scalar {
  fileprivate static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
  fileprivate static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
  fileprivate static let cancelTag: Unicode.Scalar = "\u{E007F}"

  fileprivate var isTagLetter: Bool { (0xE0061...0xE007A).contains(value) }
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether lottie-web keeps the scalar with the character before: joiners, skin tones, the emoji variation selector
  /// and some marks of Devanagari.
  fileprivate var joinsPreviousCharacter: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF: true
    case 0x900...0x903, 0x93A...0x93C, 0x93E...0x94F, 0x953...0x957, 0x962...0x963: true
    default: false
    }
  }
}
