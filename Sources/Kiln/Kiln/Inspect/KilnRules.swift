public import KilnDiagnostics

/// The rules of this module.
public enum KilnRules {
  /// All of them.
  public static let all: [Rule] = [
    .conversionFrameRate, .conversionFrameRateLowered, .conversionEmpty, .conversionPlayers, .conversionPreset,
    .conversionRemade, .conversionStateWhole,
    .animationChosen, .svgaPacking, .comparisonUnlike, .keyPathUnmatched, .workRefused,
  ]
}

extension Rule {
  /// Two animations are less similar than asked for.
  public static let comparisonUnlike = Rule(
    "comparison.unlike", .error, .rejected, fault: .policy,
    "Two animations are less similar than `--verify`, `--min-ssim` or `--min-fg` asks for.",
    why: "The deliverable does not show what its source shows.",
    remedy: "Look at the worst frames with `kiln compare A B --picture worst.png`; convert with a higher quality or a "
      + "larger budget, or ask for less.")
}
