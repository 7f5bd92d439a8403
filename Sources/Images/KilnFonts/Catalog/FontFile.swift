/// Location of a font, and the adjustments it needs.
struct FontFile: Hashable, Sendable {
  /// Location of the font's bytes.
  enum Source: Hashable, Sendable {
    case path(String)
    case bytes(FontBytes)
  }

  var source: Source
  /// Index of the font in its file in the lower 16 bits; above these the index of a named variation, as in FreeType.
  var index: Int
  /// Name of its family; the requested name if it is one of its names.
  var family: String
  /// Weight that a variable font is set to, 1…1000; nil for the one that the index names.
  var weight: Int?
  /// Whether glyphs are to be emboldened, because the family has no bold font.
  var needsWeight = false
  /// Whether glyphs are to be slanted, because the family has no italic or oblique font.
  var needsSlant = false

  /// Path of the file; nil for a font in memory.
  var path: String? {
    guard case .path(let path) = source else { return nil }
    return path
  }
}

/// A font file in memory. Equal only to itself.
package final class FontBytes: Sendable, Hashable {
  let bytes: [UInt8]

  /// The bytes of a TrueType, OpenType or WOFF file; they need not be valid.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether both are the same object.
  package static func == (a: FontBytes, b: FontBytes) -> Bool { a === b }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
