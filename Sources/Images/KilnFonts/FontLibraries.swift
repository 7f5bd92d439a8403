internal import CKilnFontconfig
internal import CKilnFreeType

/// The C libraries of this module. Their versions decide which letters are drawn.
package enum FontLibraries {
  /// Names and versions, in a fixed order.
  ///
  /// Loads those that are loaded at need.
  package static var versions: [String] {
    let shaping = HarfBuzz.shared.map { ["harfbuzz \($0.version)"] } ?? []
    return ["freetype \(FREETYPE_MAJOR).\(FREETYPE_MINOR).\(FREETYPE_PATCH)", "fontconfig \(FcGetVersion())"] + shaping
  }
}
