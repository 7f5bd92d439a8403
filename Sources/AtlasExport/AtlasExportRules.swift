public import Diagnostics

/// Rules of this module.
public enum AtlasExportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.atlasTooLarge, .atlasLarge]
}

extension Rule {
  /// The frames do not fit.
  public static let atlasTooLarge = Rule(
    "atlas.tooLarge", .error, .rejected, fault: .usage,
    "The frames do not fit on one page of 4096 × 4096 pixels.",
    why: "Graphics hardware has a largest texture; a larger page is not shown at all on some devices.",
    remedy: "Choose a smaller --scale or --width, fewer frames with --frames or --fps, or write animated WebP.")
  /// The page is larger than older hardware loads.
  public static let atlasLarge = Rule(
    "atlas.large", .warning, .exact,
    "The page is wider or higher than 2048 pixels.",
    why: "Older phones load no larger textures: they show nothing, or scale the page down.",
    remedy: "Choose a smaller --scale or --width, or fewer frames with --frames or --fps.")
}
