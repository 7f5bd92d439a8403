internal import KilnCompression
internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnRuleEngine

// Requirements of a project on Lottie files: budgets, names, and images that apps replace.

extension Rule {
  static let nameLayer = Rule(
    "policy.name.layer", .error, .exact,
    "A layer's name has not the form that the project demands.",
    why: "Developers find layers by their names to change colours and texts at run time.",
    remedy: "In After Effects, rename the layer: select it and press Return.")
  static let nameMarker = Rule(
    "policy.name.marker", .error, .exact,
    "A marker's name has not the form that the project demands.",
    why: "Apps play parts of an animation by the names of markers.",
    remedy: "In After Effects, double-click the composition marker and change its comment.")
}

extension RuleCheck {
  package static let documentBudgets = RuleCheck(
    [
      Budget.rule(.budgetPacked, Budget.packed), Budget.rule(.budgetLayers, Budget.layers),
      Budget.rule(.budgetShapes, Budget.shapes),
      Budget.rule(.budgetPoints, Budget.points), Budget.rule(.budgetMasks, Budget.masks),
      Budget.rule(.budgetMattes, Budget.mattes),
      Budget.rule(.budgetEffects, Budget.effects), Budget.rule(.budgetKeyframes, Budget.keyframes),
    ],
    { (visit: DocumentVisit) in
      func check(_ rule: Rule, _ count: Int, _ option: ValidationRule.Option, _ what: String) {
        let limit = visit.value(option, of: rule)
        if Double(count) > limit { visit.report(rule, "there are \(count) \(what), above \(limit.shortDescription)") }
      }
      let facts = visit.facts
      check(.budgetLayers, facts.layers, Budget.layers, "layers")
      check(.budgetShapes, facts.shapeItems, Budget.shapes, "shape items")
      check(.budgetPoints, facts.pathPoints, Budget.points, "vertices")
      check(.budgetMasks, facts.masks, Budget.masks, "masks")
      check(.budgetMattes, facts.mattes, Budget.mattes, "layers with mattes")
      check(.budgetEffects, facts.effects, Budget.effects, "effects")
      check(.budgetKeyframes, facts.keyframes, Budget.keyframes, "keyframes")
      guard visit.context.findings.isWanted(.budgetPacked),
        let data = try? Zlib.deflate(visit.context.source, level: 6)
      else { return }
      if Double(data.count) > visit.value(Budget.packed, of: .budgetPacked) {
        visit.report(.budgetPacked, "the JSON has \(ByteCount(data.count)) when it is packed")
      }
    })

  package static let layerName = RuleCheck(
    .policy, [.nameLayer],
    { (visit: LayerVisit) in
      guard let pattern = visit.context.options.demands.names.layers, !pattern.matches(visit.layer.name) else { return }
      visit.report(.nameLayer, "the name “\(visit.layer.name)” does not match \(pattern.text)")
    })

  package static let lottieKeys = RuleCheck(
    .policy, [.nameKey],
    { (visit: AssetVisit) in
      guard let pattern = visit.context.options.demands.names.keys, visit.image != nil, let id = visit.id,
        !pattern.matches(id)
      else { return }
      visit.report(.nameKey, "the image's ID “\(id)” does not match \(pattern.text)")
    })

  package static let markerName = RuleCheck(
    .policy, [.nameMarker],
    { (visit: DocumentVisit) in
      guard let pattern = visit.context.options.demands.names.markers else { return }
      for marker in visit.document.markers where !pattern.matches(marker.name) {
        visit.report(
          .nameMarker,
          "the marker “\(marker.name)” at frame \(marker.time.shortDescription) does not match \(pattern.text)",
          at: visit.json["markers"])
      }
    })

  package static let documentSlots = RuleCheck(
    .policy, [.slotMissing, .slotSize],
    { (visit: DocumentVisit) in
      visit.context.findings.checkSlots(visit.slot)
    })
}

extension DocumentVisit {
  /// The image asset with an ID or name, or the slot of the format.
  fileprivate func slot(_ name: String) -> SlotState {
    for (id, asset) in document.assets.sorted(by: { $0.key < $1.key }) {
      guard case .image(let image) = asset, id == name || image.name == name || Self.stem(of: image.name) == name else {
        continue
      }
      guard facts.usedAssets.contains(id) else { return .unused }
      return .image(width: image.width, height: image.height)
    }
    guard let value = json["slots"]?.children.first(where: { $0.key == name }) else { return .missing }
    guard let width = value["p"]?.number("w"), let height = value["p"]?.number("h") else { return .withoutSize }
    return .image(width: width, height: height)
  }

  private static func stem(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
