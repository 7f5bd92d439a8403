internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// Uses of features by a layer and all that it has, but mattes, which are a matter of several layers.
enum LayerUses {
  static func all(of layer: LottieLayer, in document: LottieDocument) -> [FeatureUse] {
    var uses: [FeatureUse] = []
    let json = document.tree.value(at: layer.node)
    FeatureUse.ofLayer(layer, json) { uses.append($0) }
    FeatureUse.ofLayerDetails(layer, json) { uses.append($0) }
    FeatureUse.ofText(layer, json) { uses.append($0) }
    for mask in layer.masks {
      FeatureUse.ofMask(mask, document.tree.value(at: mask.node)) { uses.append($0) }
      FeatureUse.ofMaskDetails(mask) { uses.append($0) }
    }
    FeatureUse.ofFont(layer, document.tree.root) { uses.append($0) }
    for effect in layer.effects { FeatureUse.ofEffect(effect) { uses.append($0) } }
    for list in ShapeList.all(of: layer, json) {
      for (position, item) in list.json.children.enumerated() where item.kind == .object {
        FeatureUse.ofShape(item, in: list.json, at: position) { uses.append($0) }
        FeatureUse.ofShapeDetails(item, in: list.json, at: position) { uses.append($0) }
      }
    }
    for node in document.expressions(inside: layer.node) {
      FeatureUse.ofProperty(document.tree.value(at: node)) { uses.append($0) }
    }
    return uses
  }
}
