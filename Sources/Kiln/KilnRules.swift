public import Diagnostics

/// The rules of this module.
public enum KilnRules {
  /// All of them.
  public static let all: [Rule] = [
    .conversionFrameRate, .conversionFrameRateLowered, .conversionEmpty, .conversionPlayers, .conversionPreset,
    .animationChosen, .svgaPacking, .keyPathUnmatched,
  ]
}
