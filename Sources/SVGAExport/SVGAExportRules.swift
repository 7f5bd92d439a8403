public import Diagnostics

extension Rule {
  /// An app must use another key than the source's.
  public static let svgaKeyChanged = Rule(
    "svga.key.changed", .note, .approximated,
    "A key by which an app replaces a bitmap was changed: players find only letters, digits, _ and -, and a key "
      + "names one bitmap.")
  /// Bitmaps have fewer colours.
  public static let svgaBitmapColors = Rule(
    "svga.bitmap.colors", .note, .approximated,
    "Bitmaps have fewer colours than the source's; those whose error would be too large keep all.")
  /// There are markers.
  public static let svgaMarkersDropped = Rule(
    "svga.markers.dropped", .note, .dropped, "SVGA has no markers.")
}

/// The rules of this module.
public enum SVGAExportRules {
  /// All of them.
  public static let all: [Rule] = [.svgaBitmapColors, .svgaKeyChanged, .svgaMarkersDropped]
}
