internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of blend modes that not all players have.

extension Rule {
  static let playerBlendModes = Rule(
    "player.blendModes", .warning, .approximated,
    "A layer or style has a blend mode.",
    why: "Players without blend modes draw it over what is below.",
    remedy: "In After Effects, choose the mode Normal, with colours that look right in it.")
  static let playerBlendModesOther = Rule(
    "player.blendModesOther", .warning, .approximated,
    "A layer or style has a blend mode that few players have.",
    why: "Players without it draw the layer over what is below.",
    remedy: "In After Effects, choose Normal, Multiply, Screen, Overlay, Darken or Lighten.")
  static let playerBlendAdd = Rule(
    "player.blendAdd", .warning, .approximated,
    "A layer has the blend mode Add.",
    why: "Players without it, lottie-web among them, draw the layer as normal, so that light looks dull.",
    remedy: "In After Effects, choose Screen instead of Add.")
  static let playerBlendHardMix = Rule(
    "player.blendHardMix", .warning, .approximated,
    "A layer has the blend mode Hard Mix.",
    why: "Hardly any player has it.",
    remedy: "In After Effects, choose another blend mode.")
}

extension ValidationRule {
  /// The rules of blend modes, each with its feature of the support table.
  static let blendFeatures = [
    player(.playerBlendModes, "blendModes"),
    player(.playerBlendModesOther, "blendModesOther"),
    player(.playerBlendAdd, "blendAdd"),
    player(.playerBlendHardMix, "blendHardMix"),
  ]
}
