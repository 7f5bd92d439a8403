internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
package import KilnRuleEngine

// Looks for the features that not all players have. What each player does is in the support table.

extension ValidationRule {
  /// A rule about a feature of the support table.
  static func player(_ rule: Rule, _ feature: String) -> ValidationRule {
    ValidationRule(rule, .players, feature: feature)
  }
}

extension RuleCheck {
  package static let players: [RuleCheck] = [
    playerShapes, playerLayers, playerProperties, playerMasks, playerMattes, playerEffects, playerTexts,
  ]

  private static let playerShapes = RuleCheck(
    ValidationRule.shapeFeatures,
    { (visit: ShapeVisit) in
      switch visit.type {
      case "mm":
        if changesOutline(visit) { visit.report(.playerMergePaths, feature: "mergePaths", "paths are merged") }
      case "rp": visit.report(.playerRepeater, feature: "repeater", "there is a Repeater")
      case "op": visit.report(.playerOffsetPath, feature: "offsetPath", "paths are offset")
      case "pb": visit.report(.playerPuckerBloat, feature: "puckerBloat", "paths are distorted by Pucker & Bloat")
      case "zz": visit.report(.playerZigZag, feature: "zigZag", "paths have a Zig Zag")
      case "tw": visit.report(.playerTwist, feature: "twist", "paths are twisted")
      case "rd": visit.report(.playerRoundCorners, feature: "roundCorners", "corners are rounded")
      case "sr": visit.report(.playerPolystar, feature: "polystar", "there is a star or polygon")
      case "gs": visit.report(.playerGradientStroke, feature: "gradientStroke", "a stroke has a gradient")
      case "tr":
        if isNonzero(visit.json["sk"]) { visit.report(.playerGroupSkew, feature: "groupSkew", "the group is skewed") }
      default: break
      }
      if visit.type == "st" || visit.type == "gs" {
        visit.report(.playerStrokes, feature: "strokes", "there is a stroke")
      }
      if visit.type == "st" || visit.type == "gs", visit.json["d"]?.first != nil {
        visit.report(.playerDashes, feature: "dashes", "a stroke is dashed")
      }
      if visit.type == "gf" || visit.type == "gs", visit.json.integer("t") == 2,
        isNonzero(visit.json["h"], above: leastHighlight)
      {
        visit.report(.playerGradientHighlight, feature: "gradientHighlight", "the gradient has a highlight")
      }
      if visit.type != "tr", visit.json.isTruthy("hd"), draws(visit) {
        visit.report(.playerHiddenItems, feature: "hiddenItems", "the item is hidden")
      }
      if let mode = visit.json.integer("bm") { report(blendMode: mode, visit) }
    })

  /// Length of a highlight, in percent of the radius, up to which nobody sees where the centre is.
  private static let leastHighlight = 2.0

  /// Whether Merge Paths does more than players without it: these fill all paths of a group as one already, which is its
  /// mode Merge (1), and of a single path there is nothing to join or to cut.
  private static func changesOutline(_ visit: ShapeVisit) -> Bool {
    guard visit.json.integer("mm") != 1 else { return false }
    var paths = 0
    for item in visit.siblings.children.prefix(visit.position) {
      switch item.string("ty") {
      case "sh", "rc", "el", "sr": paths += 1
      case "gr", "rp": return true
      default: break
      }
    }
    return paths > 1
  }

  /// Whether lottie-web draws something of an item although it is hidden: of groups and modifiers, not of styles.
  private static func draws(_ visit: ShapeVisit) -> Bool {
    switch visit.type {
    case "gr": visit.json["it"]?.first != nil
    case "sh", "rc", "el", "sr", "fl", "st", "gf", "gs": false
    default: true
    }
  }

  /// Whether a property is not always about 0.
  private static func isNonzero(_ property: JSONValue?, above least: Double = 0.001) -> Bool {
    guard let content = property?["k"] else { return false }
    if property?["x"]?.kind == .string { return true }
    guard content.first?.kind == .object else { return isNonzero(value: content, least) }
    return content.children.contains { keyframe in
      [keyframe["s"], keyframe["e"]].contains { $0.map { isNonzero(value: $0, least) } ?? false }
    }
  }

  private static func isNonzero(value: JSONValue, _ least: Double) -> Bool {
    if let number = value.number { return number.magnitude > least }
    return value.numbers?.contains { $0.magnitude > least } ?? false
  }

  private static func report(blendMode mode: Int, _ visit: some LottieVisit) {
    switch mode {
    case 1...5: visit.report(.playerBlendModes, feature: "blendModes", "the blend mode is \(blendNames[mode] ?? "")")
    case 6...15:
      visit.report(.playerBlendModesOther, feature: "blendModesOther", "the blend mode is \(blendNames[mode] ?? "")")
    case 16: visit.report(.playerBlendAdd, feature: "blendAdd", "the blend mode is Add")
    case 17: visit.report(.playerBlendHardMix, feature: "blendHardMix", "the blend mode is Hard Mix")
    default: break
    }
  }

  private static let blendNames: [Int: String] = [
    1: "Multiply", 2: "Screen", 3: "Overlay", 4: "Darken", 5: "Lighten", 6: "Color Dodge", 7: "Color Burn",
    8: "Hard Light", 9: "Soft Light", 10: "Difference", 11: "Exclusion", 12: "Hue", 13: "Saturation", 14: "Color",
    15: "Luminosity",
  ]

  private static let playerLayers = RuleCheck(
    ValidationRule.layerFeatures + ValidationRule.blendFeatures,
    { (visit: LayerVisit) in
      let layer = visit.layer
      switch layer.content {
      case .image: visit.report(.playerImages, feature: "images", "the layer is an image")
      case .solid: visit.report(.playerSolids, feature: "solids", "the layer is a solid")
      case .audio: visit.report(.playerAudio, feature: "audio", "the layer is a sound")
      case .other(13): visit.report(.playerCamera, feature: "camera", "the layer is a camera")
      case .precomposition(_, _, _, let remap):
        if remap != nil { visit.report(.playerTimeRemap, feature: "timeRemap", "the layer has time remapping") }
      case .other, .null, .shapes, .text: break
      }
      if layer.stretch != 1, visit.json["sr"] != nil {
        visit.report(
          .playerTimeStretch, feature: "timeStretch",
          "the layer is stretched to \((layer.stretch * 100).shortDescription) %")
      }
      if layer.isAutoOriented, moves(visit.json["ks"]?["p"]) {
        visit.report(.playerAutoOrient, feature: "autoOrient", "the layer is auto-oriented")
      }
      if layer.styleCount > 0 { visit.report(.playerLayerStyles, feature: "layerStyles", "the layer has layer styles") }
      if visit.json.isTruthy("mb") {
        visit.report(.playerMotionBlur, feature: "motionBlur", "the layer has motion blur")
      }
      if layer.blendMode != 0 { report(blendMode: layer.blendMode, visit) }
      if let transform = visit.json["ks"] {
        if isNonzero(transform["rx"]) || isNonzero(transform["ry"]) || isNonzero(transform["or"]) {
          visit.report(.playerThreeD, feature: "threeD", "the layer is rotated out of the plane")
        }
        if isNonzero(transform["sk"]) { visit.report(.playerSkew, feature: "skew", "the layer is skewed") }
      }
    })

  /// Whether a position changes: a layer that stays has no direction to turn to.
  private static func moves(_ position: JSONValue?) -> Bool {
    guard let position, position["k"]?.first?.kind != .number else { return position?["x"]?.kind == .string }
    return true
  }

  private static let playerProperties = RuleCheck(
    ValidationRule.textFeatures + [ValidationRule.expressionFeature],
    { (visit: PropertyVisit) in
      if let script = visit.json.string("x"), !script.isEmpty {
        visit.report(.playerExpressions, feature: "expressions", "the property has an expression")
      }
      // The walk comes to properties with a value of their own, which players without slots draw.
      if visit.json["sid"] != nil {
        visit.report(.playerSlots, feature: "slots", "the property is a slot", atMost: .note)
      }
    })

  private static let playerMasks = RuleCheck(
    ValidationRule.maskFeatures,
    { (visit: MaskVisit) in
      let mask = visit.mask
      guard mask.mode != .none else { return }
      visit.report(.playerMasks, feature: "masks", "the layer has a mask")
      switch mask.mode {
      case .intersect: visit.report(.playerMaskIntersect, feature: "maskIntersect", "the mask has the mode Intersect")
      case .lighten, .darken:
        visit.report(.playerMaskLighten, feature: "maskLighten", "the mask has the mode “\(mask.mode)”")
      case .difference:
        visit.report(.playerMaskDifference, feature: "maskDifference", "the mask has the mode Difference")
      case .none, .add, .subtract: break
      }
      if isNonzero(visit.json["x"]) {
        visit.report(.playerMaskExpansion, feature: "maskExpansion", "the mask is expanded")
      }
      if mask.isFeathered { visit.report(.playerMaskFeather, feature: "maskFeather", "the mask has a feather") }
    })

  private static let playerMattes = RuleCheck(
    ValidationRule.matteFeatures,
    { (visit: CompositionVisit) in
      for (position, layer) in visit.layers.enumerated() {
        guard let mode = layer.matteMode else { continue }
        let json = visit.json(of: position)
        visit.report(.playerMattes, feature: "mattes", "the layer is cut by a matte", at: json)
        if mode == 3 { visit.report(.playerLumaMatte, feature: "lumaMatte", "the matte is a luma matte", at: json) }
        if mode == 4 {
          visit.report(
            .playerLumaMatteInverted, feature: "lumaMatteInverted", "the matte is an inverted luma matte", at: json)
        }
        if let parent = layer.matteParent, let source = visit.positions[parent], source != position - 1 {
          visit.report(
            .playerMatteByIndex, feature: "matteByIndex", "the matte is “\(visit.names.labels[source].label)”", at: json
          )
        }
      }
    })

  private static let playerEffects = RuleCheck(
    ValidationRule.effectFeatures,
    { (visit: EffectVisit) in
      guard !visit.effect.isControl else { return }
      let name = visit.effect.name.isEmpty ? "type \(visit.effect.type)" : visit.effect.name
      switch visit.effect.type {
      case 20, 21, 23: visit.report(.playerEffectColor, feature: "effectColor", "the layer has the effect “\(name)”")
      case 22: visit.report(.playerEffectStroke, feature: "effectStroke", "the layer has the effect “\(name)”")
      case 24: visit.report(.playerEffectLevels, feature: "effectLevels", "the layer has the effect “\(name)”")
      case 25: visit.report(.playerEffectDropShadow, feature: "effectDropShadow", "the layer has the effect “\(name)”")
      case 28: visit.report(.playerEffectSetMatte, feature: "effectSetMatte", "the layer has the effect “\(name)”")
      case 29: visit.report(.playerEffectBlur, feature: "effectBlur", "the layer has the effect “\(name)”")
      case 35: visit.report(.playerEffectTransform, feature: "effectTransform", "the layer has the effect “\(name)”")
      default:
        // lottie-web draws the effects that it knows even when they are switched off.
        if visit.effect.isEnabled {
          visit.report(.playerEffectOther, feature: "effectOther", "the layer has the effect “\(name)”")
        }
      }
    })

  private static let playerTexts = RuleCheck(
    ValidationRule.textFeatures,
    { (visit: LayerVisit) in
      guard case .text = visit.layer.content, let text = visit.json["t"] else { return }
      visit.report(.playerText, feature: "text", "the layer is a text")
      if text["a"]?.first != nil {
        visit.report(.playerTextAnimators, feature: "textAnimators", "the text has animators")
      }
      let grouping = text["m"]?.integer("g") ?? 1
      if text["p"]?["m"] != nil || grouping > 1 {
        visit.report(.playerTextPath, feature: "textPath", "the text runs along a path, or has another anchor grouping")
      }
    })
}
