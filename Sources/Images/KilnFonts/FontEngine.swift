internal import KilnGeometry

/// Font matching and glyph loading.
final class FontEngine {
  let library: FontLibrary
  private let catalog: FontCatalog
  private var fallbacks: [Fallback: FontFile?] = [:]
  private var shapingFonts: [FontFile: HarfBuzzFont?] = [:]
  private var fittedGlyphs: [FittedGlyph: Path?] = [:]
  /// The font for emoji, once it has been looked for.
  private var pictures: FontFile??

  private struct FittedGlyph: Hashable {
    var file: FontFile
    var index: UInt32
    var size: Double
  }

  /// Short texts that were shaped.
  private var glyphs: [ShapedText: ShapedGlyph] = [:]

  /// Glyph of a shaped text, and its parts if their edges may be put on whole pixels.
  struct ShapedGlyph {
    var glyph: FontGlyph
    var fittedParts: [TextShaper.PlacedGlyph] = []
  }

  private struct ShapedText: Hashable {
    var text: String
    var file: FontFile
    var query: FontQuery
  }

  /// Maximum number of shaped texts that are kept.
  private static let maximumGlyphs = 4096
  /// Maximum number of scalars of a text that is kept: letters come again, whole lines seldom do.
  private static let longestKeptText = 16

  /// Maximum number of fitted outlines that are kept.
  private static let maximumFittedGlyphs = 4096

  /// Families that were looked for, which takes milliseconds each.
  private var families: [Family: FontFile?] = [:]

  private struct Family: Hashable {
    var name: String
    var query: FontQuery
  }

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

  /// - Parameter hasInstalledFonts: Whether fonts of the machine are used.
  init?(hasInstalledFonts: Bool) {
    guard let catalog = FontCatalog(isEmpty: !hasInstalledFonts), let library = FontLibrary() else { return nil }
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
    let key = Family(name: family, query: query)
    if let known = families[key] { return known }
    let found = search(family: family, like: query)
    if families.count < Self.maximumFallbacks { families[key] = .some(found) }
    return found
  }

  private func search(family: String, like query: FontQuery) -> FontFile? {
    for name in [family, Self.alternatives[family.lowercased()]].compactMap(\.self) {
      if let file = catalog.file(family: name, like: query), library.canRead(file) { return file }
    }
    return nil
  }

  // MARK: - Glyphs

  /// Glyph of a text on one line, shaped by the rules of its fonts.
  func glyph(for text: String, in file: FontFile, _ query: FontQuery) -> ShapedGlyph {
    let key = ShapedText(text: text, file: file, query: query)
    if let known = glyphs[key] { return known }
    let glyph = shaped(text, in: file, query)
    if glyphs.count >= Self.maximumGlyphs { glyphs = [:] }
    if text.unicodeScalars.count <= Self.longestKeptText { glyphs[key] = glyph }
    return glyph
  }

  private func shaped(_ text: String, in file: FontFile, _ query: FontQuery) -> ShapedGlyph {
    let line = TextShaper(engine: self, file: file, query: query).line(text)
    var glyph = FontGlyph(advance: line.advance, outline: Path(), isMissing: line.isMissing)
    glyph.isUnshaped = line.isUnshaped
    var isColored = false
    for part in line.glyphs {
      let place = Affine.translation(part.x, -part.y)
      if var picture = library.picture(of: part.index, in: part.file) {
        picture.left += part.x
        picture.top -= part.y
        glyph.pictures.append(picture)
        continue
      }
      let (layers, isSimplified) = library.layers(of: part.index, in: part.file)
      isColored = isColored || !layers.isEmpty
      glyph.isSimplified = glyph.isSimplified || isSimplified
      let readable = library.outline(of: part.index, in: part.file)
      glyph.isMissing = glyph.isMissing || readable == nil
      let outline = readable ?? Path()
      glyph.outline.append(outline, transformedBy: place)
      let plain = [FontGlyph.Layer(outline: outline, color: nil)]
      for layer in layers.isEmpty ? plain : layers where !layer.outline.isEmpty {
        glyph.layers.append(layer.transformed(by: place))
      }
    }
    glyph.isMissing = glyph.isMissing || library.lacksMemory
    guard !isColored else { return ShapedGlyph(glyph: glyph) }
    glyph.layers = []
    return ShapedGlyph(glyph: glyph, fittedParts: glyph.outline.isEmpty ? [] : line.glyphs)
  }

  /// The outline of glyphs with their edges on whole pixels at a size; nil if one of them is not fitted.
  func fitted(_ glyphs: [TextShaper.PlacedGlyph], size: Double) -> Path? {
    var outline = Path()
    for glyph in glyphs {
      let key = FittedGlyph(file: glyph.file, index: glyph.index, size: size)
      if fittedGlyphs.count >= Self.maximumFittedGlyphs { fittedGlyphs = [:] }
      let part = fittedGlyphs[key] ?? library.fittedOutline(of: glyph.index, in: glyph.file, size: size)
      fittedGlyphs[key] = .some(part)
      guard let part else { return nil }
      // Browsers put each glyph on whole pixels.
      outline.append(part, transformedBy: .translation(glyph.x, -(glyph.y * size).rounded() / size))
    }
    return outline
  }

  /// A glyph's advance in em.
  func advance(of index: UInt32, in file: FontFile) -> Double {
    library.picture(of: index, in: file)?.advance ?? library.advance(of: index, in: file)
  }

  /// A font for shaping; nil if shapers do not know its format.
  func shapingFont(_ file: FontFile, _ harfBuzz: HarfBuzz) -> HarfBuzzFont? {
    if let known = shapingFonts[file] { return known }
    let font = library.canBeShaped(file) ? openForShaping(file, harfBuzz) : nil
    shapingFonts[file] = .some(font)
    return font
  }

  private func openForShaping(_ file: FontFile, _ harfBuzz: HarfBuzz) -> HarfBuzzFont? {
    func open(_ source: FontFile.Source, _ index: Int) -> HarfBuzzFont? {
      HarfBuzzFont(
        source, index: index, glyphCount: library.glyphCount(of: file), variations: library.variations(of: file),
        harfBuzz)
    }
    // HarfBuzz does not read WOFF, which FreeType unpacks.
    return open(file.source, file.index) ?? library.unpacked(file).flatMap { open(.bytes(FontBytes($0)), 0) }
  }

  /// Closes a font in memory, and drops all that was made of it.
  func forget(_ bytes: FontBytes) {
    func isIts(_ file: FontFile) -> Bool { file.source == .bytes(bytes) }
    glyphs = glyphs.filter { !isIts($0.key.file) }
    fittedGlyphs = fittedGlyphs.filter { !isIts($0.key.file) }
    shapingFonts = shapingFonts.filter { !isIts($0.key) }
    library.close(where: isIts)
  }

  // MARK: - Fallback

  /// A font that contains a character: one of the other families of the query, or another one that is installed.
  func fallback(for scalar: Unicode.Scalar, _ query: FontQuery) -> FontFile? {
    let key = Fallback(scalar: scalar, query: query)
    if let known = fallbacks[key] { return known }
    guard fallbacks.count < Self.maximumFallbacks else { return nil }
    let named = query.families.lazy.compactMap { self.file(family: $0, like: query) }
      .first { self.library.glyphIndex(of: scalar, in: $0) != nil }
    let found = named ?? catalog.file(having: scalar, like: query)
    fallbacks[key] = .some(found)
    return found
  }

  /// The font with pictures that is installed for emoji; nil if there is none.
  func pictureFont(_ query: FontQuery) -> FontFile? {
    if let known = pictures { return known }
    let found = catalog.pictureFile().flatMap { library.canRead($0) ? $0 : nil }
    pictures = .some(found)
    return found
  }
}
