/// Location of a font, and the adjustments it needs.
struct FontFile: Hashable {
  var path: String
  /// Index of the font in its file in the lower 16 bits; above these the index of a named variation, as in FreeType.
  var index: Int
  /// Name of its family; the requested name if it is one of its names.
  var family: String
  /// Whether glyphs are to be emboldened, because the family has no bold font.
  var needsWeight = false
  /// Whether glyphs are to be slanted, because the family has no italic or oblique font.
  var needsSlant = false
}
