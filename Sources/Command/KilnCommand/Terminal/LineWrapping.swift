/// Cutting of lines between words, for terminals.
extension PrintedLine {
  /// Narrower terminals cut lines themselves.
  private static let leastColumns = 20

  /// The line as lines of at most some columns, those after the first indented. Words are never cut.
  ///
  /// - Parameter indent: Columns before all lines but the first; nil to go by the line: below the last column of a table,
  ///   or two further than the line itself.
  package func wrapped(columns: Int, indent: Int? = nil) -> [PrintedLine] {
    guard !isCommand, columns >= Self.leastColumns, Self.width(of: text[...]) > columns else { return [self] }
    let indent = indent ?? Self.hangingIndent(of: text, columns: columns)
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var width = line.count
    var isEmpty = true
    var rest = text.drop { $0 == " " }
    while !rest.isEmpty {
      let spaces = rest.prefix { $0 == " " }
      let word = rest.dropFirst(spaces.count).prefix { $0 != " " }
      let wordWidth = Self.width(of: word)
      if !isEmpty, width + spaces.count + wordWidth > columns {
        lines.append(line)
        (line, width) = (margin, indent)
      } else {
        line += spaces
        width += spaces.count
      }
      line += word
      width += wordWidth
      isEmpty = false
      rest = rest.dropFirst(spaces.count + word.count)
    }
    return (lines + [line]).map { PrintedLine(part: $0) }
  }

  /// The column of the last part of a table's row, if that begins in the first half; else two beyond the line's own indent.
  private static func hangingIndent(of text: String, columns: Int) -> Int {
    var result = text.prefix { $0 == " " }.count + 2
    var column = 0
    var spaces = 0
    var isInText = false
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      if part.isEmpty {
        spaces += 1
        column += 1
        continue
      }
      if spaces >= 1, isInText, column <= columns / 2 { result = column }
      isInText = true
      spaces = 0
      column += width(of: part) + 1
    }
    return result
  }

  /// Columns that a text takes: two for each East Asian character and emoji, none for the command's escape sequences.
  private static func width(of text: Substring) -> Int {
    var width = 0
    var isSequence = false
    for character in text {
      if character == "\u{1B}" {
        isSequence = true
      } else if isSequence {
        isSequence = !character.isLetter
      } else {
        width += isWide(character) ? 2 : 1
      }
    }
    return width
  }

  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
