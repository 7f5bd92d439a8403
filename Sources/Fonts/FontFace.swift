/// An installed font that matches a query. Glyphs are loaded on demand.
public struct FontFace: Sendable {
  /// Name of the font's family.
  public let family: String
  /// Reason why the font substitutes the requested family; nil if it is of that family.
  public let substitution: FontSubstitution?
  private let fonts: SystemFonts
  private let query: FontQuery
  private let file: FontFile

  init(_ file: FontFile, for query: FontQuery, substitution: FontSubstitution?, of fonts: SystemFonts) {
    family = file.family
    self.substitution = substitution
    self.fonts = fonts
    self.query = query
    self.file = file
  }

  /// Whether the font is of the requested family.
  public var isRequested: Bool { substitution == nil }

  /// Path of the font's file.
  public var path: String { file.path }

  /// Ascent: height above the baseline, in em.
  public var ascent: Double { fonts.ascent(of: file) }

  /// The glyph of a character: the glyphs of its scalars in sequence, each from this font or a fallback that contains it.
  public func glyph(for character: String) -> FontGlyph { fonts.glyph(for: character, in: file, query) }
}
