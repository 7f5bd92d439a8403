internal import CFontconfig
internal import CFreeType

/// The C libraries of this module. Their versions decide which letters are drawn.
public enum FontLibraries {
  /// Names and versions, in a fixed order.
  public static var versions: [String] {
    ["freetype \(FREETYPE_MAJOR).\(FREETYPE_MINOR).\(FREETYPE_PATCH)", "fontconfig \(FcGetVersion())"]
  }
}
