/// An installed font. Glyphs are read when they are asked for.
public struct FontFace: Sendable {
  /// The font's family.
  public let family: String
  /// Whether it is the family asked for, and not one that stands in.
  public let isRequested: Bool
  private let fonts: SystemFonts
  private let query: FontQuery
  private let file: FontFile

  init(_ file: FontFile, for query: FontQuery, isRequested: Bool, of fonts: SystemFonts) {
    family = file.family
    self.isRequested = isRequested
    self.fonts = fonts
    self.query = query
    self.file = file
  }

  /// Height above the baseline in em.
  public var ascent: Double { fonts.ascent(of: file) }

  /// What is drawn for a character: its scalars one after the other, each from this font or from one that has it.
  public func glyph(for character: String) -> FontGlyph { fonts.glyph(for: character, in: file, query) }
}
