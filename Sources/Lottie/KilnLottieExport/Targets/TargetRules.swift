public import KilnDiagnostics

extension Rule {
  /// A feature that a target player lacks and no edit removes.
  public static let lottieTargetLacks = Rule(
    "lottie.target.lacks", .warning, .approximated,
    "A layer uses a feature that a target player lacks, and that cannot be written in another way.",
    why: "In that player the layer looks different, as the finding says.",
    remedy:
      "In After Effects, build the layer without the feature; or ship it to that player as SVGA or as an animated "
      + "picture.")
  /// The content of a layer that became shapes.
  public static let lottieTargetShapes = Rule(
    "lottie.target.shapes", .note, .exact,
    "What a layer shows was baked, because a target player lacks a feature of it.",
    why: "In all players the layer looks as it should. Its texts, effects and modifiers can no longer be changed.",
    remedy: "Nothing needs to be done. Keep the source file.")
  /// The content of a layer that became pictures.
  public static let lottieTargetPictures = Rule(
    "lottie.target.pictures", .warning, .approximated,
    "What a layer shows was drawn into pictures, because a target player lacks a feature of it.",
    why: "The file is larger, and the layer becomes blurred where it is enlarged.",
    remedy: "In After Effects, build the layer without the feature.")
}
