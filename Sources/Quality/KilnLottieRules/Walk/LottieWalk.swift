internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnRuleEngine

/// The walk over a document: calls every check with what it looks at, and counts.
package struct LottieWalk {
  private let context: LottieContext
  private let ruleChecks: [RuleCheck]
  private var facts: LottieCounts { context.facts }
  private let assetChecks: [@Sendable (AssetVisit) -> Void]
  private let compositionChecks: [@Sendable (CompositionVisit) -> Void]
  private let layerChecks: [@Sendable (LayerVisit) -> Void]
  private let shapeChecks: [@Sendable (ShapeVisit) -> Void]
  private let propertyChecks: [@Sendable (PropertyVisit) -> Void]
  private let maskChecks: [@Sendable (MaskVisit) -> Void]
  private let effectChecks: [@Sendable (EffectVisit) -> Void]

  package init(_ context: LottieContext, _ ruleChecks: [RuleCheck]) {
    self.context = context
    self.ruleChecks = ruleChecks
    assetChecks = ruleChecks.checks()
    compositionChecks = ruleChecks.checks()
    layerChecks = ruleChecks.checks()
    shapeChecks = ruleChecks.checks()
    propertyChecks = ruleChecks.checks()
    maskChecks = ruleChecks.checks()
    effectChecks = ruleChecks.checks()
  }

  /// Visits everything once, in the order of the file: assets first.
  package func run() {
    if let assets = context.root["assets"], assets.kind == .array {
      for asset in assets.children where asset.kind == .object { visit(asset: asset) }
    }
    if let layers = context.root["layers"] {
      visit(CompositionVisit(context.document.composition, asset: nil, json: layers, context))
    }
    ruleChecks.inspect(DocumentVisit(context: context))
  }

  private func visit(asset json: JSONValue) {
    let id = json["id"]?.identifier
    let known = id.flatMap { context.document.assets[$0] }
    var image: LottieImage?
    if case .image(let found)? = known, found.node == json.index, Self.isPicture(found, json) { image = found }
    let visit = AssetVisit(context: context, json: json, id: id, image: image)
    for inspect in assetChecks { inspect(visit) }
    // If several assets share an ID, the last one is used, as in the document.
    if case .precomposition(let composition)? = known, let layers = json["layers"],
      composition.layers.first.map({ $0.node > layers.index }) ?? true
    {
      self.visit(CompositionVisit(composition, asset: id, json: layers, context))
    }
  }

  /// Whether an asset with a file is an image, and no sound or data.
  private static func isPicture(_ image: LottieImage, _ json: JSONValue) -> Bool {
    if image.isEmbedded { return image.file.hasPrefix("data:image") || json["w"] != nil }
    let name = image.file.lowercased()
    return json["w"] != nil || [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg"].contains { name.hasSuffix($0) }
  }

  private func visit(_ composition: CompositionVisit) {
    for inspect in compositionChecks { inspect(composition) }
    for position in composition.layers.indices {
      let layer = composition.layers[position]
      visit(
        LayerVisit(composition: composition, position: position, layer: layer, json: composition.json(of: position)))
    }
  }

  private func visit(_ layer: LayerVisit) {
    count(layer)
    for inspect in layerChecks { inspect(layer) }
    let json = layer.json
    if let transform = json["ks"] { properties(of: transform, layer, .transform) }
    if let shapes = json["shapes"] { items(shapes, layer) }
    for mask in layer.layer.masks {
      let visit = MaskVisit(layer: layer, mask: mask, json: context.document.tree.value(at: mask.node))
      for inspect in maskChecks { inspect(visit) }
      properties(of: visit.json, layer, .mask)
    }
    for effect in layer.layer.effects {
      let visit = EffectVisit(layer: layer, effect: effect, json: context.document.tree.value(at: effect.node))
      for inspect in effectChecks { inspect(visit) }
      properties(of: visit.json, layer, .effect)
    }
    if let text = json["t"] { properties(of: text, layer, .text) }
    if let remap = json["tm"] { property(remap, layer, .layer) }
  }

  private func items(_ array: JSONValue, _ layer: LayerVisit) {
    var position = -1
    for json in array.children {
      position += 1
      guard json.kind == .object else { continue }
      facts.shapeItems += 1
      let visit = ShapeVisit(
        layer: layer, json: json, type: json.string("ty") ?? "", siblings: array, position: position)
      for inspect in shapeChecks { inspect(visit) }
      if visit.type == "gr" {
        if let items = json["it"] { self.items(items, layer) }
      } else {
        properties(of: json, layer, visit.type == "tr" ? .transform : .shape(visit.type))
      }
    }
  }

  /// Visits all properties inside an object or array.
  private func properties(of value: JSONValue, _ layer: LayerVisit, _ owner: PropertyVisit.Owner) {
    for child in value.children {
      switch child.kind {
      case .object: property(child, layer, owner)
      case .array: properties(of: child, layer, owner)
      case .null, .bool, .number, .string: break
      }
    }
  }

  private func property(_ json: JSONValue, _ layer: LayerVisit, _ owner: PropertyVisit.Owner) {
    guard let content = json["k"] else { return properties(of: json, layer, owner) }
    let isAnimated = content.first?.kind == .object
    if isAnimated { facts.isAnimated = true }
    let visit = PropertyVisit(layer: layer, json: json, content: content, owner: owner, isAnimated: isAnimated)
    for inspect in propertyChecks { inspect(visit) }
  }

  private func count(_ visit: LayerVisit) {
    let layer = visit.layer
    facts.layers += 1
    facts.masks += layer.masks.count
    facts.effects += layer.effects.count
    if layer.matteMode != nil { facts.mattes += 1 }
    if let inPoint = layer.inPoint, inPoint > context.document.inPoint { facts.isAnimated = true }
    if let outPoint = layer.outPoint, outPoint < context.document.outPoint { facts.isAnimated = true }
    switch layer.content {
    case .precomposition(let asset, _, _, _):
      facts.usedAssets.insert(asset)
      facts.nestedCompositions[visit.composition.asset, default: []].insert(asset)
    case .image(let asset): facts.usedAssets.insert(asset)
    case .audio, .other:
      if let asset = visit.json["refId"]?.identifier {
        facts.usedAssets.insert(asset)
      }
    case .text:
      guard let documents = visit.json["t"]?["d"]?["k"] else { break }
      for keyframe in documents.children { facts.characters.formUnion(keyframe["s"]?.string("t") ?? "") }
    case .solid, .null, .shapes: break
    }
  }
}
