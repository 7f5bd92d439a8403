/// Where a font lies.
struct FontFile: Hashable {
  var path: String
  /// Number of the font in its file; above the lower 16 bits, that of one of its named variations.
  var index: Int
  /// Its family, by the name that was asked for if it has that.
  var family: String
  /// Whether its letters must be made bold, as the family has no bold font.
  var needsWeight = false
  /// Whether its letters must be slanted, as the family has no slanted font.
  var needsSlant = false
}
