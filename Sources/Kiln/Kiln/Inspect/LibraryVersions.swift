internal import KilnCompression
internal import KilnFonts
internal import KilnImages

/// The versions of the C libraries that results depend on.
public enum LibraryVersions {
  /// Names and versions, in a fixed order.
  public static var all: [String] {
    CompressionLibraries.versions + ImageLibraries.versions + FontLibraries.versions
  }
}
