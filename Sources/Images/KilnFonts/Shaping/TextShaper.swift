/// Places the glyphs of a text that stands on one line.
///
/// The text is split where its direction, its script or the font changes; each run is shaped by HarfBuzz. Single characters of
/// scripts that need no shaping, and fonts of old formats, do without it.
struct TextShaper {
  let engine: FontEngine
  let file: FontFile
  let query: FontQuery

  /// A glyph in its place.
  struct PlacedGlyph: Sendable, Hashable {
    var file: FontFile
    var index: UInt32
    /// Distance from the text's origin in em, y up.
    var x, y: Double
  }

  /// The glyphs of a text.
  struct Line {
    var glyphs: [PlacedGlyph] = []
    /// Advance of the line in em.
    var advance = 0.0
    /// Whether no font has one of the characters.
    var isMissing = false
    /// Whether characters that belong together stand one after the other.
    var isUnshaped = false
  }

  /// Scalars that are drawn with one font, in one direction.
  private struct Run {
    var range: Range<Int>
    var file: FontFile
    var script: UInt32
    var hasGlyphs: Bool
  }

  func line(_ text: String) -> Line {
    let scalars = Array(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    if scalars.count == 1, let scalar = scalars.first, !scalar.needsShaping { return unshaped(scalars[...], of: file) }
    guard let library = HarfBuzz.shared else {
      var line = unshaped(scalars[...], of: file)
      line.isUnshaped = scalars.count { !$0.isInvisible } > 1
      return line
    }
    let codes = scalars.map(\.value)
    let directions = BidirectionalRuns(codes)
    let runs = self.runs(of: String(String.UnicodeScalarView(scalars)), scalars, directions, library)
    var line = Line()
    for index in directions.visualOrder(runs.map { $0.range }) {
      let run = runs[index]
      if !run.hasGlyphs { line.isMissing = true }
      guard let font = engine.shapingFont(run.file, library) else {
        line.append(unshaped(scalars[run.range], of: run.file))
        line.isUnshaped = line.isUnshaped || engine.library.canBeShaped(run.file)
        continue
      }
      let isRightToLeft = directions.levels[run.range.lowerBound] % 2 == 1
      guard let glyphs = font.shape(codes, run.range, isRightToLeft: isRightToLeft, script: run.script) else {
        line.append(unshaped(scalars[run.range], of: run.file))
        line.isUnshaped = true
        continue
      }
      for glyph in glyphs {
        line.glyphs.append(
          PlacedGlyph(file: run.file, index: glyph.index, x: line.advance + glyph.x, y: glyph.y))
        line.advance += glyph.advance
      }
    }
    return line
  }

  // MARK: - Runs

  private func runs(
    of text: String, _ scalars: [Unicode.Scalar], _ directions: BidirectionalRuns, _ library: HarfBuzz
  ) -> [Run] {
    var runs: [Run] = []
    let characters = library.characters()
    var start = 0
    for cluster in text {
      let end = start + cluster.unicodeScalars.count
      let (font, hasGlyphs) = self.font(for: scalars[start..<end])
      let script = scalars[start..<end].lazy.map { library.script(characters, $0.value) }
        .first { !Self.commonScripts.contains($0) }
      if let last = runs.indices.last, runs[last].file == font, runs[last].hasGlyphs == hasGlyphs,
        directions.levels[start] == directions.levels[runs[last].range.lowerBound],
        script == nil || runs[last].script == Self.common || script == runs[last].script
      {
        runs[last].range = runs[last].range.lowerBound..<end
        if let script { runs[last].script = script }
      } else {
        runs.append(Run(range: start..<end, file: font, script: script ?? Self.common, hasGlyphs: hasGlyphs))
      }
      start = end
    }
    return runs
  }

  /// Zyyy: characters of no script.
  private static let common: UInt32 = 0x5A79_7979
  /// Zyyy, Zinh and Zzzz.
  private static let commonScripts: Set<UInt32> = [common, 0x5A69_6E68, 0x5A7A_7A7A]

  /// The font for the scalars of one character: the text's own, or else a font that has all of them, or else its own.
  private func font(for cluster: ArraySlice<Unicode.Scalar>) -> (file: FontFile, hasGlyphs: Bool) {
    let seen = cluster.filter { !$0.isInvisible }
    let wantsPicture = cluster.contains("\u{FE0F}") && seen.contains(where: \.properties.isEmoji)
    if !wantsPicture, has(seen, file) { return (file, true) }
    if wantsPicture || seen.contains(where: \.isPicture), let pictures = engine.pictureFont(query), has(seen, pictures)
    {
      return (pictures, true)
    }
    if has(seen, file) { return (file, true) }
    for scalar in seen {
      if let other = engine.fallback(for: scalar, query), has(seen, other) { return (other, true) }
    }
    // A mark that no font has with its letter is drawn with the letter's.
    if let first = seen.first, !has([first], file), let other = engine.fallback(for: first, query), has([first], other)
    {
      return (other, false)
    }
    return (file, false)
  }

  private func has(_ scalars: [Unicode.Scalar], _ file: FontFile) -> Bool {
    scalars.allSatisfy { engine.library.glyphIndex(of: $0, in: file) != nil }
  }

  // MARK: - Without shaping

  /// The glyphs of scalars one after the other, each from a font that has it.
  private func unshaped(_ scalars: ArraySlice<Unicode.Scalar>, of file: FontFile) -> Line {
    var line = Line()
    for scalar in scalars where !scalar.isInvisible {
      var glyph = PlacedGlyph(file: file, index: 0, x: line.advance, y: 0)
      if let index = engine.library.glyphIndex(of: scalar, in: file) {
        glyph.index = index
      } else if let other = engine.fallback(for: scalar, query),
        let index = engine.library.glyphIndex(of: scalar, in: other)
      {
        (glyph.file, glyph.index) = (other, index)
      } else {
        line.isMissing = true
      }
      line.glyphs.append(glyph)
      line.advance += engine.advance(of: glyph.index, in: glyph.file)
    }
    return line
  }
}

extension TextShaper.Line {
  /// Adds the glyphs of another one at the end.
  fileprivate mutating func append(_ other: TextShaper.Line) {
    for var glyph in other.glyphs {
      glyph.x += advance
      glyphs.append(glyph)
    }
    advance += other.advance
    isMissing = isMissing || other.isMissing
  }
}

extension Unicode.Scalar {
  /// Whether browsers draw nothing for the character and do not advance, whatever glyph the font has.
  var isInvisible: Bool { properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control }

  /// Whether the character is drawn as a picture if nothing is said.
  fileprivate var isPicture: Bool { properties.isEmojiPresentation }

  /// Whether fonts may have a form of a character alone that is not the one that they name by its code: scripts whose letters
  /// have several, and pictures.
  fileprivate var needsShaping: Bool { value >= 0x300 && !(0x1E00...0x2FFF).contains(value) && !isIdeograph }

  private var isIdeograph: Bool { (0x3000...0x9FFF).contains(value) || (0x20000...0x3FFFF).contains(value) }
}
