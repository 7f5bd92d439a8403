internal import KilnCompression
internal import KilnImages

#if Fonts
  internal import KilnFonts
#endif

/// The versions of the C libraries that results depend on.
public enum LibraryVersions {
  /// Names and versions, in a fixed order.
  public static var all: [String] {
    let versions = CompressionLibraries.versions + ImageLibraries.versions
    #if Fonts
      return versions + FontLibraries.versions
    #else
      return versions
    #endif
  }
}
