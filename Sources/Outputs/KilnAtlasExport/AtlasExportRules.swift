public import KilnDiagnostics

/// Rules of this module.
public enum AtlasExportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.atlasTooLarge, .atlasLarge]
}

extension Rule {
  /// A frame does not fit on a page.
  public static let atlasTooLarge = Rule(
    "atlas.tooLarge", .error, .rejected, fault: .usage,
    "A frame does not fit on a page of an atlas, or the frames do not fit on one page and the descriptor knows no others.",
    why: "Graphics hardware has a largest texture; a larger page is not shown at all on some devices.",
    remedy: "Choose a smaller --scale or --width, fewer frames with --frames or --fps, or another --descriptor.")
  /// A page is larger than older hardware loads.
  public static let atlasLarge = Rule(
    "atlas.large", .warning, .exact,
    "A page of an atlas is wider or higher than 2048 pixels.",
    why: "Older phones load no larger textures: they show nothing, or scale the page down.",
    remedy: "Choose a smaller --scale or --width, or --page-size 2048.")
}
