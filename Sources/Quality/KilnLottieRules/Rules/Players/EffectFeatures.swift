internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of effects that not all players have.

extension Rule {
  static let playerEffectColor = Rule(
    "player.effectColor", .warning, .approximated,
    "A layer has the effect Tint, Fill or Tritone.",
    why: "In players without it the layer keeps its own colours.",
    remedy: "In After Effects, change the colours of fills and strokes instead.")
  static let playerEffectStroke = Rule(
    "player.effectStroke", .warning, .dropped,
    "A layer has the effect Stroke.",
    why: "In players without it the stroke is missing.",
    remedy: "In After Effects, use a shape layer with a stroke.")
  static let playerEffectDropShadow = Rule(
    "player.effectDropShadow", .warning, .dropped,
    "A layer has the effect Drop Shadow.",
    why: "In players without it the shadow is missing; on Android each fill and stroke gets one of its own.",
    remedy: "In After Effects, draw the shadow as a shape, or as an image if it must be soft.")
  static let playerEffectBlur = Rule(
    "player.effectBlur", .warning, .dropped,
    "A layer has the effect Gaussian Blur.",
    why: "In players without it the layer is sharp.",
    remedy: "In After Effects, use a gradient or a blurred image instead.")
  static let playerEffectLevels = Rule(
    "player.effectLevels", .warning, .approximated,
    "A layer has the effect Levels.",
    why: "In players without it the layer keeps its own colours.",
    remedy: "In After Effects, change the colours of fills and images instead.")
  static let playerEffectTransform = Rule(
    "player.effectTransform", .warning, .approximated,
    "A layer has the effect Transform.",
    why: "In players without it the layer stays where it is.",
    remedy: "In After Effects, animate the layer's own transform.")
  static let playerEffectSetMatte = Rule(
    "player.effectSetMatte", .warning, .approximated,
    "A layer has the effect Set Matte.",
    why: "In players without it the layer is uncut.",
    remedy: "In After Effects, use a track matte instead.")
  static let playerEffectOther = Rule(
    "player.effectOther", .warning, .dropped,
    "A layer has an effect that hardly any player draws.",
    why: "The layer is drawn without it.",
    remedy: "In After Effects, delete the effect, or bring its result in as an image.")
}

extension ValidationRule {
  /// The rules of effects, each with its feature of the support table.
  static let effectFeatures = [
    player(.playerEffectColor, "effectColor"),
    player(.playerEffectStroke, "effectStroke"),
    player(.playerEffectDropShadow, "effectDropShadow"),
    player(.playerEffectBlur, "effectBlur"),
    player(.playerEffectLevels, "effectLevels"),
    player(.playerEffectTransform, "effectTransform"),
    player(.playerEffectSetMatte, "effectSetMatte"),
    player(.playerEffectOther, "effectOther"),
  ]
}
