internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers
package import KilnRuleEngine

// Reports the features that not all players have. What each player does is in the support table; where a document uses
// features is what `FeatureUse` finds.

extension ValidationRule {
  /// A rule about a feature of the support table.
  static func player(_ rule: Rule, _ feature: String) -> ValidationRule {
    ValidationRule(rule, .players, feature: feature)
  }

  /// The rules of features by the features' IDs.
  fileprivate static let rulesOfFeatures: [String: Rule] = {
    let rules =
      shapeFeatures + layerFeatures + blendFeatures + textFeatures + [expressionFeature] + maskFeatures + matteFeatures
      + effectFeatures
    return Dictionary(rules.compactMap { rule in rule.feature.map { ($0, rule.rule) } }) { first, _ in first }
  }()
}

extension LottieVisit {
  /// Adds a finding about the use of a feature.
  fileprivate func report(_ use: FeatureUse) {
    guard let rule = ValidationRule.rulesOfFeatures[use.feature] else { return }
    // The walk comes to properties with a value of their own, which players without slots draw.
    report(
      rule, feature: use.feature, use.text, at: use.value, atMost: use.feature == "slots" ? .note : .error)
  }
}

extension RuleCheck {
  package static let players: [RuleCheck] = [
    playerShapes, playerLayers, playerProperties, playerMasks, playerMattes, playerEffects, playerTexts,
  ]

  private static let playerShapes = RuleCheck(
    ValidationRule.shapeFeatures,
    { (visit: ShapeVisit) in
      FeatureUse.ofShape(visit.json, in: visit.siblings, at: visit.position) { visit.report($0) }
    })

  private static let playerLayers = RuleCheck(
    ValidationRule.layerFeatures + ValidationRule.blendFeatures,
    { (visit: LayerVisit) in FeatureUse.ofLayer(visit.layer, visit.json) { visit.report($0) } })

  private static let playerProperties = RuleCheck(
    ValidationRule.textFeatures + [ValidationRule.expressionFeature],
    { (visit: PropertyVisit) in FeatureUse.ofProperty(visit.json) { visit.report($0) } })

  private static let playerMasks = RuleCheck(
    ValidationRule.maskFeatures,
    { (visit: MaskVisit) in FeatureUse.ofMask(visit.mask, visit.json) { visit.report($0) } })

  private static let playerMattes = RuleCheck(
    ValidationRule.matteFeatures,
    { (visit: CompositionVisit) in
      FeatureUse.ofMattes(
        visit.layers, json: { visit.json(of: $0) }, label: { visit.names.labels[$0].label }, { visit.report($0) })
    })

  private static let playerEffects = RuleCheck(
    ValidationRule.effectFeatures,
    { (visit: EffectVisit) in FeatureUse.ofEffect(visit.effect) { visit.report($0) } })

  private static let playerTexts = RuleCheck(
    ValidationRule.textFeatures,
    { (visit: LayerVisit) in FeatureUse.ofText(visit.layer, visit.json) { visit.report($0) } })
}
