public import KilnDiagnostics
internal import KilnLottieImport
internal import KilnLottieRules
public import KilnPlayers
public import KilnRuleEngine
internal import KilnSVGAImport
internal import KilnSVGARules

/// Every rule that validation checks itself. Findings of reading and baking a file are added to them.
public enum ValidationCatalogue {
  /// The rules, each once, in the order of the checks.
  public static let rules: [ValidationRule] = {
    var seen: Set<String> = []
    return ruleChecks.flatMap(\.rules).filter { seen.insert($0.rule.id).inserted }
  }()

  /// The rules for the catalogue of the library.
  public static let all: [Rule] = rules.map(\.rule)

  static let ruleChecks: [RuleCheck] = [
    RuleCheck.containers, RuleCheck.structure, RuleCheck.values, RuleCheck.assetNames, RuleCheck.drawnImages,
    [RuleCheck.imageProportions], RuleCheck.imageContents, RuleCheck.timing, RuleCheck.players, RuleCheck.budgets,
    RuleCheck.policy, RuleCheck.performance, RuleCheck.handoff, RuleCheck.svga, RuleCheck.outputs,
    RuleCheck.comparison, RuleCheck.playerDrawing, RuleCheck.rendering,
  ].flatMap(\.self)

  /// The rule with an ID; nil if validation does not check it itself.
  public static func rule(_ id: String) -> ValidationRule? { byID[id] }

  private static let byID = Dictionary(rules.map { ($0.rule.id, $0) }) { first, _ in first }

  /// IDs of the rules that are not checked: those that are switched off, and those that must be asked for.
  static func silentRules(_ options: ValidationOptions) -> Set<String> {
    var silent = Set(rules.filter { $0.isOptIn && !options.enables($0) }.map(\.rule.id))
    for (id, setting) in options.settings where setting == .off { silent.insert(id) }
    return silent.union(replaced)
  }

  /// Findings of the import for which validation has rules of its own, that know the players.
  private static let replaced: Set<String> = [
    Rule.lottieIgnoredByPlayers.id, Rule.lottieAudio.id, Rule.lottieLayerType.id,
  ]

  /// IDs of rules of imports whose findings depend on the machine that validates: which fonts are installed on it says
  /// nothing about the apps that ship theirs. In a conversion, which draws with these fonts, they are warnings.
  static let localRules: Set<String> = [Rule.lottieTextFontSubstituted.id]

  /// The feature that a rule is about, whether it is validation's own or of an import.
  public static func feature(of rule: Rule) -> SupportTable.Feature? {
    (self.rule(rule.id)?.feature ?? importedFeatures[rule.id]).flatMap { SupportTable.standard.feature($0) }
  }

  /// IDs of features of the support table by the IDs of the rules of imports that are about them.
  package static let importedFeatures: [String: String] = [
    Rule.svgaMattePlayers.id: "svgaMattes",
    Rule.svgaAudioUntagged.id: "svgaAudioUntagged",
    Rule.svgaImageEncoding.id: "svgaImageEncoding",
    Rule.svgaKeyDotted.id: "svgaKeyDotted",
    Rule.svgaKeyEmpty.id: "svgaKeyEmpty",
    Rule.svgaFrameRateMissing.id: "svgaFrameRateMissing",
    Rule.svgaFrameRateUneven.id: "svgaFrameRateUneven",
    Rule.svgaFrameCountMismatch.id: "svgaFrameCount",
    Rule.svgaLayoutMissing.id: "svgaLayoutMissing",
    Rule.svgaLayoutStretched.id: "svgaLayoutStretched",
    Rule.svgaLayoutOffset.id: "svgaLayoutOffset",
    Rule.svgaTransformZero.id: "svgaTransformZero",
    Rule.svgaAlphaFaint.id: "svgaAlphaFaint",
    Rule.svgaAlphaOverlap.id: "svgaAlphaOverlap",
    Rule.svgaColorTranslucent.id: "svgaColorTranslucent",
    Rule.svgaStylesMissing.id: "svgaStylesMissing",
    Rule.svgaStrokeWidthMissing.id: "svgaStrokeWidthMissing",
    Rule.svgaMiterLimitMissing.id: "svgaMiterLimitMissing",
    Rule.svgaDashes.id: "svgaDashes",
    Rule.svgaStrokeScaled.id: "svgaStrokeScaled",
    Rule.svgaClipOnVector.id: "svgaClipOnVector",
    Rule.svgaPathCommands.id: "svgaPathCommands",
    Rule.svgaKeepFirst.id: "svgaKeepFirst",
  ]
}
