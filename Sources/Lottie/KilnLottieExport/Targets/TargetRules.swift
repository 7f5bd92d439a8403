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
}
