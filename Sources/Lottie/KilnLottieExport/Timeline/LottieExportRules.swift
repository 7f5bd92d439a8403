public import KilnDiagnostics
internal import KilnPlayers

/// Rules of this module.
public enum LottieExportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [
    .lottieExportBlendMode, .lottieExportFilter, .lottieExportMatte, .lottieExportExpression, .lottieTargetLacks,
    .lottieTargetShapes, .lottieTargetPictures, .tgsFeature, .dotLottieConflict, .dotLottieStyleSheet,
  ]
}

extension Rule {
  /// Expressions that became keyframes.
  public static let lottieExportExpression = Rule(
    "lottie.export.expression", .note, .exact,
    "Expressions were replaced by the values that they give: by keyframes, or by fixed values.",
    why: "Players on phones run no expressions. In the file that is written they play the same motion.",
    remedy: "Nothing needs to be done. Keep the source file, as the motion can no longer be changed by its controls.")
  /// A blend mode that Lottie players do not know.
  public static let lottieExportBlendMode = Rule(
    "lottie.export.blendMode", .warning, .approximated,
    "Lottie players know no Add and no Hard Mix; the layer is drawn over what is below it.",
    why: "The layer looks darker or lighter than in the source.",
    remedy: "Use Screen in After Effects, or convert to WebP.")
  /// An effect of a baked layer.
  public static let lottieExportFilter = Rule(
    "lottie.export.filter", .warning, .dropped,
    "Blurs, shadows and colour effects of a baked layer are left out.",
    why: "Most Lottie players ignore effects, so that the layer looks different.",
    remedy: "Draw the effect into the picture, or convert to WebP.")
  /// An inverted luma matte.
  public static let lottieExportMatte = Rule(
    "lottie.export.matte", .warning, .approximated,
    "An inverted luma matte is written, which lottie-web and other players leave out.",
    why: "The layer is drawn whole there.",
    remedy: "Use an inverted alpha matte in After Effects.")
}
