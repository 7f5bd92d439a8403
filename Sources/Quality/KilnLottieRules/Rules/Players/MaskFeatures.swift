internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of masks that not all players have.

extension Rule {
  static let playerMasks = Rule(
    "player.masks", .warning, .rejected,
    "A layer has a mask.",
    why: "Some stores do not accept masks.",
    remedy: "In After Effects, cut the shapes themselves instead of masking the layer.")
  static let playerMaskIntersect = Rule(
    "player.maskIntersect", .note, .approximated,
    "A mask has the mode Intersect.",
    why: "Some players add it instead.",
    remedy: "In After Effects, draw one mask of the common area.")
  static let playerMaskLighten = Rule(
    "player.maskLighten", .warning, .approximated,
    "A mask has the mode Lighten or Darken.",
    why: "Players add it instead.",
    remedy: "In After Effects, choose the mode Add, Subtract or Intersect.")
  static let playerMaskDifference = Rule(
    "player.maskDifference", .warning, .approximated,
    "A mask has the mode Difference.",
    why: "Players add it instead.",
    remedy: "In After Effects, choose the mode Add, Subtract or Intersect.")
  static let playerMaskExpansion = Rule(
    "player.maskExpansion", .warning, .approximated,
    "A mask is expanded or contracted.",
    why: "Players without mask expansion draw it in the size of its path.",
    remedy: "In After Effects, set Mask Expansion to 0 and draw the mask in its final size.")
  static let playerMaskFeather = Rule(
    "player.maskFeather", .warning, .approximated,
    "A mask has a feather.",
    why: "Players draw a hard edge.",
    remedy: "In After Effects, set Mask Feather to 0; use a gradient for a soft edge.")
}

extension ValidationRule {
  /// The rules of masks, each with its feature of the support table.
  static let maskFeatures = [
    player(.playerMasks, "masks"),
    player(.playerMaskIntersect, "maskIntersect"),
    player(.playerMaskLighten, "maskLighten"),
    player(.playerMaskDifference, "maskDifference"),
    player(.playerMaskExpansion, "maskExpansion"),
    player(.playerMaskFeather, "maskFeather"),
  ]
}
