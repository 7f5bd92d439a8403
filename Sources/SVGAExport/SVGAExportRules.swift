public import Diagnostics

extension Rule {
  /// An app must use another key than the source's.
  public static let svgaKeyChanged = Rule(
    "svga.key.changed", .note, .approximated,
    "A key by which an app replaces a bitmap was changed: players find only letters, digits, _ and -, and a key "
      + "names one bitmap.",
    why: "An app that replaces the bitmap by its old key does not find it.",
    remedy: "Tell the app's developers the new key, or choose one with --key; name layers and images with "
      + "letters, digits, _ and - only.")
  /// Bitmaps have fewer colours.
  public static let svgaBitmapColors = Rule(
    "svga.bitmap.colors", .note, .approximated,
    "Bitmaps have fewer colours than the source's; those whose error would be too large keep all.",
    why: "Fine gradients in bitmaps may show steps.",
    remedy: "Leave --lossy out, or allow more with --max-bytes.")
  /// One bitmap lies under several keys.
  public static let svgaBitmapCopies = Rule(
    "svga.bitmap.copies", .note, .exact,
    "Several keys hold the same bitmap. Each is stored and loaded by itself, because apps replace bitmaps by key.",
    why: "The file holds the same bitmap once for each key.",
    remedy: "Nothing, if apps replace these keys separately; otherwise use one image for all layers.")
  /// There are markers.
  public static let svgaMarkersDropped = Rule(
    "svga.markers.dropped", .note, .dropped,
    "SVGA has no markers.",
    why: "Apps cannot jump to the marker by its name.",
    remedy: "Tell the app's developers the frame numbers that `kiln inspect` shows.")
}

/// The rules of this module.
public enum SVGAExportRules {
  /// All of them.
  public static let all: [Rule] = [.svgaBitmapColors, .svgaBitmapCopies, .svgaKeyChanged, .svgaMarkersDropped]
}
