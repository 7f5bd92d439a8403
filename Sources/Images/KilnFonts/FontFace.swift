/// A font that matches a query. Glyphs are loaded on demand.
package struct FontFace: Sendable {
  /// Name of the font's family.
  package let family: String
  /// Reason why the font substitutes the requested family; nil if it is of that family.
  package let substitution: FontSubstitution?
  private let fonts: SystemFonts
  private let query: FontQuery
  private let file: FontFile
  /// Keeps a font in memory open.
  private let lease: FontLease?

  init(_ file: FontFile, for query: FontQuery, substitution: FontSubstitution?, of fonts: SystemFonts) {
    lease = FontLease(file, of: fonts)
    family = file.family
    self.substitution = substitution
    self.fonts = fonts
    self.query = query
    self.file = file
  }

  /// Whether the font is of the requested family.
  package var isRequested: Bool { substitution == nil }

  /// Path of the font's file; nil for a font in memory.
  package var path: String? { file.path }

  /// Ascent: height above the baseline, in em.
  package var ascent: Double { fonts.ascent(of: file) }

  /// Glyph of a character or of a line of text, shaped by the rules of the font; characters that it lacks come from
  /// other fonts.
  package func glyph(for text: String) -> FontGlyph { fonts.glyph(for: text, in: file, query, lease) }
}

/// Closes a font in memory once neither a face nor a glyph needs it: one process may read thousands of files with fonts in
/// them.
final class FontLease: Sendable {
  private let bytes: FontBytes
  private let fonts: SystemFonts

  /// Nil for a font in a file, which stays open.
  init?(_ file: FontFile, of fonts: SystemFonts) {
    guard case .bytes(let bytes) = file.source else { return nil }
    (self.bytes, self.fonts) = (bytes, fonts)
  }

  deinit { fonts.forget(bytes) }
}
