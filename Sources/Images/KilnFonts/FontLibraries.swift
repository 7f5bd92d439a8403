internal import CKilnFontconfig
internal import CKilnFreeType

/// The C libraries of this module. Their versions decide which letters are drawn.
package enum FontLibraries {
  /// Names and versions, in a fixed order.
  ///
  /// Loads those that are loaded at need.
  package static var versions: [String] {
    let shaping = shapingVersion.map { ["harfbuzz \($0)"] } ?? []
    return ["freetype \(FREETYPE_MAJOR).\(FREETYPE_MINOR).\(FREETYPE_PATCH)", "fontconfig \(FcGetVersion())"] + shaping
  }

  /// Version of HarfBuzz, which is loaded at need; nil if it is not there.
  package static var shapingVersion: String? { HarfBuzz.shared?.version }

  /// Whether FriBidi is there, which is loaded at need.
  package static var ordersBothDirections: Bool { FriBidi.shared != nil }

  /// Number of families of installed fonts.
  package static var familyCount: Int { FontCatalog(isEmpty: false)?.families.count ?? 0 }
}
