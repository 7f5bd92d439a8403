internal import KilnDiagnostics
package import KilnJSON
package import KilnLottieFormat

// Features of layers, their masks, mattes, effects and texts, and of properties.

extension FeatureUse {
  /// The uses of features by a layer itself.
  package static func ofLayer(_ layer: LottieLayer, _ json: JSONValue, _ report: (FeatureUse) -> Void) {
    switch layer.content {
    case .image: report(FeatureUse("images", "the layer is an image"))
    case .solid: report(FeatureUse("solids", "the layer is a solid"))
    case .audio: report(FeatureUse("audio", "the layer is a sound"))
    case .other(13): report(FeatureUse("camera", "the layer is a camera"))
    case .precomposition(_, _, _, let remap):
      if remap != nil { report(FeatureUse("timeRemap", "the layer has time remapping")) }
    case .other, .null, .shapes, .text: break
    }
    if layer.stretch != 1, json["sr"] != nil {
      report(FeatureUse("timeStretch", "the layer is stretched to \((layer.stretch * 100).shortDescription) %"))
    }
    if layer.isAutoOriented, moves(json["ks"]?["p"]) {
      report(FeatureUse("autoOrient", "the layer is auto-oriented"))
    }
    if !layer.styles.isEmpty { report(FeatureUse("layerStyles", "the layer has layer styles")) }
    if json.isTruthy("mb") { report(FeatureUse("motionBlur", "the layer has motion blur")) }
    if layer.blendMode != 0, let use = blendMode(layer.blendMode) { report(use) }
    guard let transform = json["ks"] else { return }
    if transform.isNonzero("rx") || transform.isNonzero("ry") || transform.isNonzero("or") {
      report(FeatureUse("threeD", "the layer is rotated out of the plane"))
    }
    if transform.isNonzero("sk") { report(FeatureUse("skew", "the layer is skewed")) }
  }

  /// Whether a position changes: a layer that stays has no direction to turn to.
  private static func moves(_ position: JSONValue?) -> Bool {
    guard let position, position["k"]?.first?.kind != .number else { return position?["x"]?.kind == .string }
    return true
  }

  /// The uses of features by a text layer; none by others.
  package static func ofText(_ layer: LottieLayer, _ json: JSONValue, _ report: (FeatureUse) -> Void) {
    guard case .text = layer.content, let text = json["t"] else { return }
    report(FeatureUse("text", "the layer is a text"))
    if text["a"]?.first != nil { report(FeatureUse("textAnimators", "the text has animators")) }
    let grouping = text["m"]?.integer("g") ?? 1
    if text["p"]?["m"] != nil || grouping > 1 {
      report(FeatureUse("textPath", "the text runs along a path, or has another anchor grouping"))
    }
  }

  /// The uses of features by a property.
  package static func ofProperty(_ json: JSONValue, _ report: (FeatureUse) -> Void) {
    if let script = json.string("x"), !script.isEmpty {
      report(FeatureUse("expressions", "the property has an expression"))
    }
    if json["sid"] != nil { report(FeatureUse("slots", "the property is a slot")) }
  }

  /// The uses of features by a mask.
  package static func ofMask(_ mask: LottieMask, _ json: JSONValue, _ report: (FeatureUse) -> Void) {
    guard mask.mode != .none else { return }
    report(FeatureUse("masks", "the layer has a mask"))
    switch mask.mode {
    case .intersect: report(FeatureUse("maskIntersect", "the mask has the mode Intersect"))
    case .lighten, .darken: report(FeatureUse("maskLighten", "the mask has the mode “\(mask.mode)”"))
    case .difference: report(FeatureUse("maskDifference", "the mask has the mode Difference"))
    case .none, .add, .subtract: break
    }
    if json.isNonzero("x") { report(FeatureUse("maskExpansion", "the mask is expanded")) }
    if mask.isFeathered { report(FeatureUse("maskFeather", "the mask has a feather")) }
  }

  /// The uses of track mattes in a composition, each at the layer that is cut.
  ///
  /// - Parameters:
  ///   - json: The JSON object of the layer at a position.
  ///   - label: Name of the layer at a position.
  package static func ofMattes(
    _ layers: [LottieLayer], json: (Int) -> JSONValue, label: (Int) -> String, _ report: (FeatureUse) -> Void
  ) {
    let pairs = layers.enumerated().compactMap { at, layer in layer.index.map { ($0, at) } }
    let positions = Dictionary(pairs) { first, _ in first }
    for (position, layer) in layers.enumerated() {
      guard let mode = layer.matteMode else { continue }
      let json = json(position)
      report(FeatureUse("mattes", "the layer is cut by a matte", at: json))
      if mode == 3 { report(FeatureUse("lumaMatte", "the matte is a luma matte", at: json)) }
      if mode == 4 { report(FeatureUse("lumaMatteInverted", "the matte is an inverted luma matte", at: json)) }
      if let parent = layer.matteParent, let source = positions[parent], source != position - 1 {
        report(FeatureUse("matteByIndex", "the matte is “\(label(source))”", at: json))
      }
    }
  }

  /// The use of a feature that an effect is.
  package static func ofEffect(_ effect: LottieEffect, _ report: (FeatureUse) -> Void) {
    guard !effect.isControl else { return }
    let feature: String
    switch effect.type {
    case 20, 21, 23: feature = "effectColor"
    case 22: feature = "effectStroke"
    case 24: feature = "effectLevels"
    case 25: feature = "effectDropShadow"
    case 28: feature = "effectSetMatte"
    case 29: feature = "effectBlur"
    case 35: feature = "effectTransform"
    default:
      // lottie-web draws the effects that it knows even when they are switched off.
      guard effect.isEnabled else { return }
      feature = "effectOther"
    }
    let name = effect.name.isEmpty ? "type \(effect.type)" : effect.name
    report(FeatureUse(feature, "the layer has the effect “\(name)”"))
  }
}
