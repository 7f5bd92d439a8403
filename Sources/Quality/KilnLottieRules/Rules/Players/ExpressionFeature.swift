internal import KilnDiagnostics
internal import KilnRuleEngine

extension Rule {
  static let playerExpressions = Rule(
    "player.expressions", .warning, .approximated,
    "A property has an expression.",
    why: "Where scripts are not run, the property keeps its keyframes or its fixed value; the motion is missing.",
    remedy:
      "In After Effects, choose Animation › Keyframe Assistant › Convert Expression to Keyframes before the export, or "
      + "convert the file with Kiln to a format without scripts.")
}

extension ValidationRule {
  static let expressionFeature = player(.playerExpressions, "expressions")
}
