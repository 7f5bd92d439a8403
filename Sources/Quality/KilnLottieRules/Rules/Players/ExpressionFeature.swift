internal import KilnDiagnostics
internal import KilnRuleEngine

extension Rule {
  static let playerExpressions = Rule(
    "player.expressions", .warning, .approximated,
    "A property has an expression.",
    why: "Where scripts are not run, the property keeps its keyframes or its fixed value; the motion is missing.",
    remedy:
      "Convert the file with Kiln, also to Lottie: expressions become few keyframes. Or, in After Effects, choose Animation › "
      + "Keyframe Assistant › Convert Expression to Keyframes before the export.")
}

extension ValidationRule {
  static let expressionFeature = player(.playerExpressions, "expressions")
}
