internal import CKilnFontconfig

/// Catalogue of the installed fonts, by fontconfig.
final class FontCatalog {
  private let config: OpaquePointer

  /// - Parameter isEmpty: Whether the machine's configuration is left aside, and there are no fonts.
  init?(isEmpty: Bool) {
    guard let config = isEmpty ? FcConfigCreate() : FontConfiguration.load() else { return nil }
    self.config = config
  }

  deinit { FcConfigDestroy(config) }

  /// A font of a family, or of one that the configuration declares equivalent; nil if neither is installed.
  func file(family: String, like query: FontQuery) -> FontFile? {
    withPattern(query) { pattern in
      FcPatternAddString(pattern, FC_FAMILY, family)
      complete(pattern)
      // The configuration adds similar families; only those with strong binding are accepted.
      let accepted = Self.families(of: pattern, onlyStrong: true)
      return match(pattern) { found in
        let names = Self.families(of: found)
        if Self.isGeneric(family) { return names.first }
        if let name = names.first(where: { Self.isSame($0, family) }) { return name }
        if query.usesBrowserFallback { return names.first { Self.areEqualInBrowsers($0, family) } }
        return names.first { name in accepted.contains { Self.isSame($0, name) } }
      }
    }
  }

  /// The font that the configuration prefers for any family.
  func file(like query: FontQuery) -> FontFile? {
    withPattern(query) { pattern in
      complete(pattern)
      return match(pattern) { Self.families(of: $0).first }
    }
  }

  /// The font that the configuration prefers for a generic family; it may be of another class.
  func file(generic family: String, like query: FontQuery) -> FontFile? {
    withPattern(query) { pattern in
      FcPatternAddString(pattern, FC_FAMILY, family)
      complete(pattern)
      return match(pattern) { Self.families(of: $0).first }
    }
  }

  /// Families of all scalable fonts, in alphabetical order.
  private(set) lazy var families: [String] = {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    guard let properties = FcObjectSetCreate() else { return [] }
    defer { FcObjectSetDestroy(properties) }
    FcObjectSetAdd(properties, FC_FAMILY)
    guard let fonts = FcFontList(config, pattern, properties) else { return [] }
    defer { FcFontSetDestroy(fonts) }
    var names: Set<String> = []
    for index in 0..<Int(fonts.pointee.nfont) {
      if let font = fonts.pointee.fonts[index], let name = Self.families(of: font).first { names.insert(name) }
    }
    return names.sorted()
  }()

  /// Paths of all font files, sorted.
  var paths: [String] {
    var paths: Set<String> = []
    for kind in [FcSetSystem, FcSetApplication] {
      guard let fonts = FcConfigGetFonts(config, kind) else { continue }
      for index in 0..<Int(fonts.pointee.nfont) {
        var path: UnsafeMutablePointer<FcChar8>?
        guard let font = fonts.pointee.fonts[index], FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch,
          let path
        else { continue }
        paths.insert(String(cString: path))
      }
    }
    return paths.sorted()
  }

  /// A font that contains a character; nil if none does.
  func file(having scalar: Unicode.Scalar, like query: FontQuery) -> FontFile? {
    guard let characters = FcCharSetCreate() else { return nil }
    defer { FcCharSetDestroy(characters) }
    FcCharSetAddChar(characters, scalar.value)
    return withPattern(query) { pattern in
      FcPatternAddCharSet(pattern, FC_CHARSET, characters)
      complete(pattern)
      return match(pattern) { found in
        var held: OpaquePointer?
        guard FcPatternGetCharSet(found, FC_CHARSET, 0, &held) == FcResultMatch,
          FcCharSetHasChar(held, scalar.value) != 0
        else { return nil }
        return Self.families(of: found).first
      }
    }
  }

  /// The font for emoji; nil if none has colours.
  func pictureFile() -> FontFile? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, "emoji")
    FcPatternAddBool(pattern, FC_COLOR, FcTrue)
    complete(pattern)
    var result = FcResultMatch
    guard let found = FcFontMatch(config, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    var isColored = FcFalse
    guard FcPatternGetBool(found, FC_COLOR, 0, &isColored) == FcResultMatch, isColored != FcFalse,
      let location = Self.location(of: found), let family = Self.families(of: found).first
    else { return nil }
    return FontFile(source: .path(location.path), index: location.index, family: family)
  }

  /// Whether a name is generic, so that the configuration maps it to the font it prefers.
  private static func isGeneric(_ family: String) -> Bool { ["monospace", "sans", "system-ui"].contains(family) }

  /// Families of equal widths, of which browsers take one for another. They know fewer of them than fontconfig.
  private static let equalFamilies: [Set<String>] = [
    ["arial", "arimo", "liberation sans"], ["times new roman", "tinos", "liberation serif"],
    ["courier new", "cousine", "liberation mono"], ["calibri", "carlito"], ["cambria", "caladea"],
    ["georgia", "gelasio"],
  ]

  private static func areEqualInBrowsers(_ a: String, _ b: String) -> Bool {
    equalFamilies.contains { $0.isSuperset(of: [a.lowercased(), b.lowercased()]) }
  }

  /// Whether two names denote the same family; case is ignored.
  static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  // MARK: - Patterns

  private func withPattern(_ query: FontQuery, _ body: (OpaquePointer) -> FontFile?) -> FontFile? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(min(1000, max(1, query.weight)))))
    FcPatternAddInteger(pattern, FC_SLANT, query.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    FcPatternAddBool(pattern, FC_COLOR, FcFalse)
    FcPatternAddBool(pattern, FC_VARIABLE, FcFalse)
    return body(pattern)
  }

  private func complete(_ pattern: OpaquePointer) {
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
  }

  /// The best match of a pattern, unless it is a colour font or `name` rejects it by returning nil for the family.
  private func match(_ pattern: OpaquePointer, name: (OpaquePointer) -> String?) -> FontFile? {
    var result = FcResultMatch
    guard let found = FcFontMatch(config, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    var isColored = FcFalse
    if FcPatternGetBool(found, FC_COLOR, 0, &isColored) == FcResultMatch, isColored != FcFalse { return nil }
    guard let location = Self.location(of: found), let family = name(found) else { return nil }
    return FontFile(
      source: .path(location.path), index: location.index, family: family,
      weight: Self.variedWeight(found, for: pattern),
      // Fontconfig also calls a font bold or slanted that is to be emboldened or slanted artificially.
      needsWeight: Self.isBold(pattern) && (!Self.isBold(found) || Self.has(FC_EMBOLDEN, found)),
      needsSlant: Self.isSlanted(pattern) && (!Self.isSlanted(found) || Self.has(FC_MATRIX, found)))
  }

  /// File and index of a font.
  private static func location(of found: OpaquePointer) -> (path: String, index: Int)? {
    var path: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch, let path,
      FcPatternGetInteger(found, FC_INDEX, 0, &index) == FcResultMatch
    else { return nil }
    // The highest bit marks variable fonts, of which FreeType opens the default.
    return (String(cString: path), Int(index & .max))
  }

  /// The weight 1…1000 that a pattern asks for, if the font found is a variation of a variable one.
  private static func variedWeight(_ found: OpaquePointer, for pattern: OpaquePointer) -> Int? {
    var index: Int32 = 0
    guard FcPatternGetInteger(found, FC_INDEX, 0, &index) == FcResultMatch, index >> 16 != 0,
      let weight = integer(FC_WEIGHT, of: pattern)
    else { return nil }
    return Int(FcWeightToOpenType(weight))
  }

  private static func has(_ property: String, _ pattern: OpaquePointer) -> Bool {
    var value = FcValue()
    return FcPatternGet(pattern, property, 0, &value) == FcResultMatch && !(value.type == FcTypeBool && value.u.b == 0)
  }

  private static func isBold(_ pattern: OpaquePointer) -> Bool {
    (integer(FC_WEIGHT, of: pattern) ?? FC_WEIGHT_NORMAL) >= FC_WEIGHT_DEMIBOLD
  }

  private static func isSlanted(_ pattern: OpaquePointer) -> Bool {
    (integer(FC_SLANT, of: pattern) ?? FC_SLANT_ROMAN) > FC_SLANT_ROMAN
  }

  /// An integer property of a pattern; nil if it is missing or a range, as for variable fonts.
  private static func integer(_ property: String, of pattern: OpaquePointer) -> Int32? {
    var value: Int32 = 0
    return FcPatternGetInteger(pattern, property, 0, &value) == FcResultMatch ? value : nil
  }

  private static func families(of pattern: OpaquePointer, onlyStrong: Bool = false) -> [String] {
    var families: [String] = []
    var value = FcValue()
    var binding = FcValueBindingWeak
    while FcPatternGetWithBinding(pattern, FC_FAMILY, Int32(families.count), &value, &binding) == FcResultMatch {
      guard value.type == FcTypeString, let text = value.u.s else { break }
      families.append(String(cString: text))
      if onlyStrong, binding == FcValueBindingWeak { return families.dropLast() }
    }
    return families
  }
}
