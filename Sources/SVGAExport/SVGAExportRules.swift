public import Diagnostics

extension Rule {
  /// An app must use another key than the source's.
  public static let svgaKeyChanged = Rule(
    "svga.key.changed", .note, .approximated,
    "A key by which an app replaces a bitmap was changed: players find only letters, digits, _ and -, and a key "
      + "names one bitmap.")
  /// There are markers.
  public static let svgaMarkersDropped = Rule(
    "svga.markers.dropped", .note, .dropped, "SVGA has no markers.")
}

/// The rules of this module.
public enum SVGAExportRules {
  /// All of them.
  public static let all: [Rule] = [.svgaKeyChanged, .svgaMarkersDropped]
}
