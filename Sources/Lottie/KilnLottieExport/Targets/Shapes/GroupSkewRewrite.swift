internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// Skewed groups as two, one inside the other, that rotate and scale.
struct GroupSkewRewrite: TargetRewrite {
  let features = ["groupSkew"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("groupSkew") else { return }
    try draft.eachLayer { draft, layer, _ in
      guard case .shapes(let items) = layer.content else { return }
      edit(items, of: layer, &draft)
    }
  }

  /// Groups inside one that is rewritten have their turn in the next pass.
  private func edit(_ items: [ShapeItem], of layer: LottieLayer, _ draft: inout RewriteDraft) {
    for case .group(let group) in items {
      guard let list = draft.json(group.head.node)["it"], let transform = skewed(list) else {
        edit(group.items, of: layer, &draft)
        continue
      }
      guard !draft.hasExpressions(transform) else {
        draft.refuse("groupSkew", layer, because: "an expression sets a value of its transform")
        continue
      }
      guard let text = text(of: list, transform, group.transform, of: layer, draft) else {
        draft.refuse("groupSkew", layer, because: "it changes over too many frames")
        continue
      }
      draft.edits.replace(list, by: text)
    }
  }

  /// The transform of a group, if it is skewed.
  private func skewed(_ list: JSONValue) -> JSONValue? {
    var found: JSONValue?
    for (position, item) in list.children.enumerated() where item.string("ty") == "tr" {
      found = nil
      FeatureUse.ofShape(item, in: list, at: position) { if $0.feature == "groupSkew" { found = item } }
    }
    return found
  }

  private func text(
    of list: JSONValue, _ json: JSONValue, _ transform: LottieTransform, of layer: LottieLayer, _ draft: RewriteDraft
  ) -> String? {
    let sampler = TransformSampler(transform)
    guard let times = draft.sampleTimes(of: layer, sampler.changes, size: 4) else { return nil }
    let parts = RotatedScale.properties(
      RotatedScale.sequence(times.map { sampler.matrix(at: $0).linear }), times, degrees: 0.02, percent: 0.02)
    func source(_ name: JSONValue.Name) -> String? { json[name].map { String(decoding: $0.source, as: UTF8.self) } }
    let items = list.children.filter { $0.string("ty") != "tr" }.map { String(decoding: $0.source, as: UTF8.self) }
    let inner = TransformText.group("\"\"", items, TransformText.group(anchor: source("a"), rotation: parts.inner))
    let outer = TransformText.group(
      position: source("p"), scale: parts.scale, rotation: parts.outer, opacity: source("o"))
    return "[\(inner),\(outer)]"
  }
}

/// Skewed layers as one with a parent that shows nothing: the parent scales and rotates, the layer rotates before.
struct LayerSkewRewrite: TargetRewrite {
  let features = ["skew"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("skew") else { return }
    for composition in draft.compositions {
      var next = (composition.layers.compactMap(\.index).max() ?? 0).addingClamped(1)
      for layer in composition.layers {
        let json = draft.json(layer.node)
        guard let transform = json["ks"], transform["sk"]?.isNonzeroProperty() ?? false else { continue }
        if let reason = edit(layer, json, transform, in: composition, index: next, &draft) {
          draft.refuse("skew", layer, because: reason)
        } else {
          next = next.addingClamped(1)
        }
      }
    }
  }

  /// - Returns: Why nothing is changed; nil if the layer gets a parent with an index.
  private func edit(
    _ layer: LottieLayer, _ json: JSONValue, _ transform: JSONValue, in composition: DocumentComposition, index: Int,
    _ draft: inout RewriteDraft
  ) -> String? {
    let sampler = TransformSampler(layer.transform)
    if draft.hasExpressions(transform) { return "an expression sets a value of its transform" }
    if sampler.isSpatial || layer.isAutoOriented { return "it is turned in another way, too" }
    guard let times = draft.sampleTimes(of: layer, sampler.changes, size: 4) else {
      return "it changes over too many frames"
    }
    guard let front = composition.json.first else { return nil }
    let parts = RotatedScale.properties(
      RotatedScale.sequence(times.map { sampler.matrix(at: $0).linear }), times, degrees: 0.02, percent: 0.02)
    func source(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.source, as: UTF8.self) } }
    let outer = TransformText.layer(position: source(transform["p"]), scale: parts.scale, rotation: parts.outer)
    let members = ["parent", "ip", "op", "st"].compactMap { name in
      source(json.member(named: name)).map { ",\"\(name)\":\($0)" }
    }
    draft.edits.insert(
      "{\"ddd\":0,\"ty\":3,\"ind\":\(index),\"nm\":\"\",\"ks\":\(outer)\(members.joined())}", before: front)
    draft.edits.replace(
      transform,
      by: TransformText.layer(anchor: source(transform["a"]), rotation: parts.inner, opacity: source(transform["o"])))
    if let parent = json["parent"] {
      draft.edits.replace(parent, by: "\(index)")
    } else {
      draft.edits.addMember("parent", "\(index)", to: json)
    }
    return nil
  }
}
