internal import KilnDiagnostics
internal import KilnLottieFormat

/// Reports what of a text is not drawn.
struct TextReporter {
  private let fonts: FontTable

  init(_ fonts: FontTable) { self.fonts = fonts }

  func report(_ text: LottieText, masks: [LottieMask], to log: inout DiagnosticLog, at path: () -> DocumentPath) {
    if text.documents.isEmpty { return }
    switch fonts.source {
    case .externalFonts:
      reportFonts(of: text, &log, path)
      if text.documents.contains(where: { fonts.externalFace(named: $0.document.font) != nil }) {
        reportLayout(of: text, masks: masks, &log, path)
      }
    case .outdatedOutlines:
      log.add(
        .lottieTextOutdated, "the text is not drawn, as in lottie-web", at: path(),
        advice: "export the animation with a newer version of its plug-in")
    case .outlines:
      reportCharacters(of: text, &log, path)
      reportLayout(of: text, masks: masks, &log, path)
    }
  }

  private func reportLayout(
    of text: LottieText, masks: [LottieMask], _ log: inout DiagnosticLog, _ path: () -> DocumentPath
  ) {
    reportIgnored(in: text, &log, path)
    if let mask = text.path?.mask, !masks.indices.contains(mask) {
      log.add(.lottieTextPath, "the text is drawn on lines: the mask for its path does not exist", at: path())
    }
  }

  private func reportFonts(of text: LottieText, _ log: inout DiagnosticLog, _ path: () -> DocumentPath) {
    var absent: [String] = []
    var substituted: [String] = []
    var installed: [String] = []
    var missing: [String] = []
    var combined: [String] = []
    var simplified: [String] = []
    for document in text.documents.map(\.document) {
      let name = fontName(document.font)
      guard let face = fonts.externalFace(named: document.font) else {
        absent.append(name)
        continue
      }
      if face.isRequested {
        if face.isInstalled { installed.append(name) }
      } else {
        substituted.append("\(name) by “\(face.family)”" + (face.substitutionReason.map { " (\($0))" } ?? ""))
      }
      for character in Set(TextCharacters.split(document.text)).sorted() where !TextCharacters.isLineBreak(character) {
        let glyph = face.glyph(for: character)
        if glyph.isMissing { missing.append(Self.name(of: character)) }
        if glyph.isUnshaped { combined.append(Self.name(of: character)) }
        if glyph.isSimplified { simplified.append(Self.name(of: character)) }
      }
    }
    let advice = "export the animation with glyphs"
    if !absent.isEmpty {
      let limit = fonts.exceededFontLimit.map { ", and no more than the limit of \($0) fonts are looked for" } ?? ""
      log.add(
        .lottieTextFont, "the text is not drawn: it needs the font \(Self.list(absent))\(limit)", at: path(),
        advice: limit.isEmpty ? Self.advice(onAbsent: advice) : Limit.fonts.advice(advice))
    }
    if !substituted.isEmpty {
      log.add(
        .lottieTextFontSubstituted, "a font that is not installed is replaced: \(Self.list(substituted))", at: path(),
        advice: "install the font, or \(advice)")
    }
    if !installed.isEmpty {
      log.add(
        .lottieTextFontInstalled, "the text is drawn with the installed font \(Self.list(installed))", at: path(),
        advice: "to be independent of the machine, \(advice)")
    }
    if !missing.isEmpty {
      log.add(
        .lottieTextGlyph, "no installed font that can be read has a glyph for \(Self.list(missing))", at: path(),
        advice: advice)
    }
    if !combined.isEmpty {
      log.add(
        .lottieTextCombined,
        "the parts of \(Self.list(combined)) are drawn one after the other: HarfBuzz is missing, or cannot read the font",
        at: path(),
        advice: "install HarfBuzz, or \(advice)")
    }
    if !simplified.isEmpty {
      log.add(
        .lottieTextColors,
        "parts of \(Self.list(simplified)) that their font blends, or paints with unusual gradients, are drawn plainly",
        at: path(), advice: "use a picture, or \(advice)")
    }
  }

  /// Advice on a text whose font is not found.
  private static func advice(onAbsent advice: String) -> String {
    PackageTrait.fonts.isEnabled ? advice : "\(PackageTrait.fonts.advice), or \(advice)"
  }

  /// Family and style of a font, in quotes.
  private func fontName(_ name: String) -> String {
    guard let font = fonts.font(named: name) else { return "“\(name)”" }
    return "“\([font.family, font.style].filter { !$0.isEmpty }.joined(separator: " "))”"
  }

  private func reportCharacters(of text: LottieText, _ log: inout DiagnosticLog, _ path: () -> DocumentPath) {
    var missing: [String] = []
    var compositions: [String] = []
    for document in text.documents.map(\.document) {
      for character in TextCharacters.split(document.text) where !TextCharacters.isLineBreak(character) {
        switch fonts.character(character, font: document.font)?.content {
        case nil: missing.append(Self.name(of: character))
        case .composition(let composition) where composition.frames == nil:
          compositions.append(Self.name(of: character))
        case .composition, .shapes: break
        }
      }
    }
    if !missing.isEmpty {
      log.add(
        .lottieTextGlyph, "the file has no glyph for \(Self.list(missing)), which is left out, as in lottie-web",
        at: path())
    }
    if !compositions.isEmpty {
      log.add(
        .lottieTextComposition,
        "\(Self.list(compositions)) is an animated character without in point, out point or start time, which is never drawn",
        at: path())
    }
  }

  private func reportIgnored(in text: LottieText, _ log: inout DiagnosticLog, _ path: () -> DocumentPath) {
    func note(_ message: String) { log.add(.lottieIgnoredByPlayers, message + ", as in lottie-web", at: path()) }
    let documents = text.documents.map(\.document)
    if documents.contains(where: { $0.isStrokeOverFill == false && $0.stroke != nil && $0.strokeWidth > 0 }) {
      note("the text's stroke is drawn over its fill")
    }
    if fonts.losesLetterPlaces, documents.contains(where: losesPositions) {
      note(
        "letters are drawn over each other: the file leaves out the tracking of one of several texts, or the ascent of the "
          + "font of a text in a box")
    }
    if documents.contains(where: { $0.capitals != 0 }) { note("the text is not turned into capitals") }
    if documents.contains(where: { !(0...2).contains($0.justificationCode) }) {
      note("justified text is drawn left-aligned")
    }
    if text.grouping == .all { note("letters have anchors of their own instead of one for all") }
    if let margin = text.path?.lastMargin, margin.isAnimated || margin.value != 0 {
      note("the last margin of the text's path has no effect")
    }
    for animator in text.animators {
      if animator.selector.isRandom {
        log.add(.lottieTextRandom, "letters are chosen in order instead of at random", at: path())
      }
      if animator.selector.isExpression {
        note("the selector's expression is not run; its range counts")
      }
      if !animator.otherChanges.isEmpty {
        note("the animator “\(animator.name)” does not change \(animator.otherChanges.joined(separator: ", "))")
      }
    }
  }

  private func losesPositions(_ document: LottieTextDocument) -> Bool {
    document.tracking == nil || document.boxPosition != nil && fonts.font(named: document.font)?.ascent == nil
  }

  /// A character as it is, or the code of one that cannot be seen.
  private static func name(of character: String) -> String {
    let isVisible = character.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0.value != 0xA0 }
    if isVisible { return "“\(character)”" }
    let codes = character.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
    return codes.map { "U+" + String(repeating: "0", count: max(0, 4 - $0.count)) + $0 }.joined(separator: " ")
  }

  /// Different names in the order of their first appearance, not too many.
  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
