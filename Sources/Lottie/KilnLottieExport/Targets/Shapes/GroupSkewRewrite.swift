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
