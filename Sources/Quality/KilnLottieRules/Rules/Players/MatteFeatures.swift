internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of mattes that not all players have.

extension Rule {
  static let playerMattes = Rule(
    "player.mattes", .warning, .rejected,
    "A layer is cut by a track matte.",
    why: "Some stores do not accept mattes.",
    remedy: "In After Effects, cut the shapes themselves.")
  static let playerLumaMatte = Rule(
    "player.lumaMatte", .warning, .approximated,
    "A layer is cut by the brightness of its matte.",
    why: "Players without luma mattes use the alpha instead or draw the layer uncut.",
    remedy: "In After Effects, choose an alpha matte, with a matte layer that is transparent where it was "
      + "black.")
  static let playerLumaMatteInverted = Rule(
    "player.lumaMatteInverted", .warning, .approximated,
    "A layer is cut by the inverted brightness of its matte.",
    why: "Players, lottie-web among them, draw the layer uncut.",
    remedy: "In After Effects, choose an inverted alpha matte.")
  static let playerMatteByIndex = Rule(
    "player.matteByIndex", .warning, .approximated,
    "The matte of a layer is not the layer above it.",
    why: "Older and some current players take the layer above for the matte, or none.",
    remedy: "In After Effects, move the matte directly above the layer, and export with the older form of "
      + "mattes.")
}

extension ValidationRule {
  /// The rules of mattes, each with its feature of the support table.
  static let matteFeatures = [
    player(.playerMattes, "mattes"),
    player(.playerLumaMatte, "lumaMatte"),
    player(.playerLumaMatteInverted, "lumaMatteInverted"),
    player(.playerMatteByIndex, "matteByIndex"),
  ]
}
