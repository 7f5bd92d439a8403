package import KilnDiagnostics
internal import KilnGeometry
package import KilnLottieFormat

/// A text broken into lines, with the width of everything: what stays the same as long as the text does.
///
/// As in lottie-web each character stands for itself. There is no kerning and no shaping.
package struct TextLayout {
  /// A character, or the end of a line.
  package struct Letter {
    var character: String
    var glyph: Glyph?
    var line: Int
    package var isLineBreak: Bool
    /// Number of the group with which the letter shares its anchor.
    var group = 0
    /// Width of the group.
    var groupWidth = 0.0
    /// Distance from the group's start to the letter.
    var groupOffset = 0.0
    /// Distance from the group to the next one.
    var groupGap = 0.0

    var advance: Double { glyph?.advance ?? 0 }
    var isSpace: Bool { character == " " }
  }

  let document: LottieTextDocument
  package private(set) var letters: [Letter] = []
  private(set) var lineWidths: [Double] = []
  /// Height above the baseline of the first line in a box.
  let ascent: Double

  /// Distance between characters in addition to their advances. It is not a number, as in lottie-web, where the file leaves
  /// it out: no width, place or line break that depends on it is one then.
  let tracking: Double

  /// Distance from one baseline to the next.
  var lineHeight: Double { document.lineHeight != 0 ? document.lineHeight : document.size * 1.2 }

  package init(
    _ document: LottieTextDocument, typeface: some Typeface, grouping: LottieTextGrouping, losesPlaces: Bool,
    mayJoinLetters: Bool
  ) throws(Diagnostic) {
    self.document = document
    tracking = (document.tracking ?? (losesPlaces ? .nan : 0)) / 1000 * document.size
    ascent = typeface.ascent.fromPercent * document.size
    var glyphs: [String: Glyph?] = [:]
    for character in TextCharacters.split(document.text) {
      let isLineBreak = TextCharacters.isLineBreak(character)
      if glyphs[character] == nil, !isLineBreak {
        glyphs[character] = try typeface.glyph(for: character, size: document.size)
      }
      letters.append(
        Letter(character: character, glyph: glyphs[character] ?? nil, line: 0, isLineBreak: isLineBreak))
    }
    if let box = document.boxSize { breakLines(width: box.width) }
    if mayJoinLetters, typeface.shapesLines, tracking == 0 { try joinLetters(typeface) }
    measureLines()
    group(by: grouping)
  }

  /// Horizontal position at which a line starts, before animators.
  func start(ofLine line: Int) -> Double {
    // Text without a box stands around the layer's origin.
    let space = (document.boxSize?.width ?? 0) - lineWidths[line]
    return switch document.justification {
    case .left: 0
    case .right: space
    case .center: space / 2
    }
  }

  // MARK: - Lines

  /// Ends lines that get wider than a box: at their last space, or else inside a word.
  private mutating func breakLines(width: Double) {
    let unbroken = letters
    letters = []
    var lineWidth = 0.0
    // Index of the last space, before and after breaking. As in lottie-web it may be in the line before.
    var lastSpace: (unbroken: Int, broken: Int)?
    var index = 0
    while index < unbroken.count {
      let letter = unbroken[index]
      if letter.isSpace { lastSpace = (index, letters.count) }
      if letter.isLineBreak { lineWidth = 0 }
      let isFirst = letters.last?.isLineBreak ?? true
      let canBreak = !letter.isSpace && !letter.isLineBreak && (lastSpace != nil || !isFirst)
      guard canBreak, lineWidth + letter.advance > width else {
        letters.append(letter)
        lineWidth += letter.advance + tracking
        index += 1
        continue
      }
      if let space = lastSpace {
        letters.removeSubrange(space.broken...)
        index = space.unbroken + 1
      }
      letters.append(.lineBreak)
      lastSpace = nil
      lineWidth = 0
    }
  }

  /// Makes one letter of each line, shaped as a whole, without the spaces at its end.
  private mutating func joinLetters(_ typeface: some Typeface) throws(Diagnostic) {
    var joined: [Letter] = []
    let lines = letters.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak)
    for (number, line) in lines.enumerated() {
      if number > 0 { joined.append(.lineBreak) }
      let end = line.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? line.startIndex
      guard end > line.startIndex else { continue }
      let text = line[..<end].map(\.character).joined()
      let glyph = try typeface.glyph(for: text, size: document.size)
      joined.append(Letter(character: text, glyph: glyph, line: 0, isLineBreak: false))
    }
    letters = joined
  }

  /// Numbers the lines and measures them, without spaces at their ends.
  private mutating func measureLines() {
    var width = -tracking
    var spaces = 0.0
    for index in letters.indices {
      if letters[index].isLineBreak {
        lineWidths.append(width)
        width = -2 * tracking
        spaces = 0
      }
      letters[index].line = lineWidths.count
      let step = letters[index].advance + tracking
      if letters[index].isSpace {
        spaces += step
      } else {
        width += step + spaces
        spaces = 0
      }
    }
    lineWidths.append(width)
  }

  // MARK: - Groups

  private mutating func group(by grouping: LottieTextGrouping) {
    switch grouping {
    case .characters, .all:
      for index in letters.indices {
        letters[index].group = index
        letters[index].groupWidth = letters[index].advance
      }
    case .words: group { $0.isSpace || $0.isLineBreak }
    case .lines: group(endingAt: \.isLineBreak)
    }
  }

  /// Letters up to the next end share a group. The end belongs to it but not to its width.
  private mutating func group(endingAt isEnd: (Letter) -> Bool) {
    var first = 0
    var group = 0
    var width = 0.0
    for index in letters.indices {
      let advance = letters[index].advance
      letters[index].groupOffset = width
      let endsHere = isEnd(letters[index])
      if !endsHere { width += advance }
      guard endsHere || index == letters.count - 1 else { continue }
      for member in first...index {
        letters[member].group = group
        letters[member].groupWidth = width
        letters[member].groupGap = advance
      }
      first = index + 1
      group += 1
      width = 0
    }
  }
}

extension TextLayout.Letter {
  fileprivate static let lineBreak = TextLayout.Letter(character: "\r", glyph: nil, line: 0, isLineBreak: true)
}
