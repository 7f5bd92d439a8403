public import KilnDiagnostics

/// Rules of this module.
public enum PictureExportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.gifColors, .gifAlpha]
}

extension Rule {
  /// The animation has more colours than GIF stores.
  public static let gifColors = Rule(
    "gif.colors", .warning, .approximated,
    "A frame of a GIF has at most 256 colours; the others became similar ones.",
    why: "Gradients get bands, and soft edges get steps.",
    remedy: "Choose --dither for gradients, or write animated WebP or APNG.")
  /// The animation has translucent pixels.
  public static let gifAlpha = Rule(
    "gif.alpha", .warning, .approximated,
    "A pixel of a GIF is opaque or transparent; translucent ones became one or the other, or part of the background.",
    why: "Edges on transparent ground are jagged, and shadows are hard.",
    remedy: "Choose a --background colour like that of the page, or write animated WebP or APNG.")
}
