internal import Geometry

/// Font matching and glyph loading.
final class FontEngine {
  let library: FontLibrary
  private let catalog: FontCatalog
  private var fallbacks: [Fallback: FontFile?] = [:]

  private struct Fallback: Hashable {
    var scalar: Unicode.Scalar
    var query: FontQuery
  }

  /// Maximum number of characters for which fallback fonts are searched, which takes milliseconds each.
  private static let maximumFallbacks = 4096

  /// Family that browsers use in place of families that are not installed.
  private static let standardFamily = "Times New Roman"

  /// Families that browsers use for generic names.
  private static let kinds = [
    "serif": "Times New Roman", "sans-serif": "Arial", "cursive": "Comic Sans MS", "fantasy": "Impact",
    "monospace": "monospace", "sans": "sans", "system-ui": "system-ui",
  ]

  /// Generic names of the classes in CSS and fontconfig.
  private static let genericFamilies: [FontClass: String] = [
    .sansSerif: "sans-serif", .serif: "serif", .monospaced: "monospace", .script: "cursive",
  ]

  /// Alternative names that browsers try for a family that is not installed.
  private static let alternatives = [
    "helvetica": "Arial", "arial": "Helvetica", "times": "Times New Roman", "times new roman": "Times",
    "courier": "Courier New", "courier new": "Courier",
  ]

  init?() {
    guard let catalog = FontCatalog(), let library = FontLibrary() else { return nil }
    self.catalog = catalog
    self.library = library
  }

  /// Paths of all installed font files, sorted.
  var paths: [String] { catalog.paths }

  /// The font for a query; nil if there are no fonts.
  ///
  /// In order: the first of the families that is installed; the standard font of browsers, if the query asks for it; a
  /// font of the class of the first family whose class is known; a sans-serif font; any font.
  func file(for query: FontQuery) -> (file: FontFile, substitution: FontSubstitution?)? {
    for family in query.families {
      if let kind = Self.kinds[family.lowercased()] {
        if let file = file(family: kind, like: query) { return (file, nil) }
        let fontClass = FontClass(family: family)
        if let file = fontClass.flatMap({ file(of: $0, like: query) }) { return (file, nil) }
      } else if let file = file(family: family, like: query) {
        return (file, FontCatalog.isSame(file.family, family) ? nil : .equivalent)
      }
    }
    if query.usesBrowserFallback, let file = file(family: Self.standardFamily, like: query) {
      return (file, .browserStandard)
    }
    let fontClass = query.families.lazy.compactMap(FontClass.init(family:)).first
    if let fontClass, let file = file(of: fontClass, like: query) { return (file, .sameClass(fontClass)) }
    // Most families in animations are sans-serif; browsers use a serif font.
    if let file = file(of: .sansSerif, like: query) { return (file, .standard(fontClass)) }
    if let file = file(family: Self.standardFamily, like: query) { return (file, .standard(fontClass)) }
    guard let file = catalog.file(like: query), library.canRead(file) else { return nil }
    return (file, .standard(fontClass))
  }

  /// A font of a class: the one browsers use, else the one the configuration prefers, else the first by name.
  private func file(of fontClass: FontClass, like query: FontQuery) -> FontFile? {
    let generic = Self.genericFamilies[fontClass] ?? ""
    let preferred = Self.kinds[generic].flatMap { file(family: $0, like: query) }
    for file in [preferred, catalog.file(generic: generic, like: query)].compactMap(\.self)
    where library.canRead(file) && library.fontClass(of: file) ?? fontClass == fontClass {
      return file
    }
    for family in catalog.families where FontClass(family: family) == fontClass {
      if let file = file(family: family, like: query) { return file }
    }
    return nil
  }

  private func file(family: String, like query: FontQuery) -> FontFile? {
    for name in [family, Self.alternatives[family.lowercased()]].compactMap(\.self) {
      if let file = catalog.file(family: name, like: query), library.canRead(file) { return file }
    }
    return nil
  }

  func glyph(for character: String, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    var glyph = FontGlyph(advance: 0, outline: Path())
    for scalar in character.unicodeScalars where !scalar.isInvisible {
      let part = self.glyph(for: scalar, in: file, query)
      glyph.outline.append(part.outline, transformedBy: .translation(glyph.advance, 0))
      glyph.advance += part.advance
      if part.isMissing { glyph.isMissing = true }
    }
    return glyph
  }

  private func glyph(for scalar: Unicode.Scalar, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    if let glyph = library.glyph(for: scalar, in: file) { return glyph }
    let key = Fallback(scalar: scalar, query: query)
    if fallbacks[key] == nil, fallbacks.count < Self.maximumFallbacks {
      fallbacks[key] = .some(catalog.file(having: scalar, like: query))
    }
    let fallback = fallbacks[key] ?? nil
    return fallback.flatMap { library.glyph(for: scalar, in: $0) } ?? library.missingGlyph(in: file)
  }
}

extension Unicode.Scalar {
  /// Whether browsers draw nothing for the character and do not advance, whatever glyph the font has.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }
}
