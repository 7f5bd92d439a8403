/// An installed font. Glyphs are read when they are asked for.
public struct FontFace: Sendable {
  /// The font's family.
  public let family: String
  /// Why the font stands in for the family asked for; nil if it is of that family.
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

  /// Whether it is the family asked for, and not one that stands in.
  public var isRequested: Bool { substitution == nil }

  /// Height above the baseline in em.
  public var ascent: Double { fonts.ascent(of: file) }

  /// What is drawn for a character: its scalars one after the other, each from this font or from one that has it.
  public func glyph(for character: String) -> FontGlyph { fonts.glyph(for: character, in: file, query) }
}
