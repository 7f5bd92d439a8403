internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// Layers that are skewed, or rotated out of the plane and seen from the front, as one with a parent that shows nothing:
/// the parent scales and rotates, the layer rotates before.
struct LayerShearRewrite: TargetRewrite {
  let features = ["skew", "threeD"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    for composition in draft.compositions {
      var next = (composition.layers.compactMap(\.index).max() ?? 0).addingClamped(1)
      for layer in composition.layers {
        let json = draft.json(layer.node)
        guard let transform = json["ks"], let feature = feature(of: transform, draft.support) else { continue }
        if let reason = edit(layer, json, transform, in: composition, index: next, &draft) {
          draft.refuse(feature, layer, because: reason)
        } else {
          next = next.addingClamped(1)
        }
      }
    }
  }

  /// The feature of a transform that a target lacks.
  private func feature(of transform: JSONValue, _ support: TargetSupport) -> String? {
    func isNonzero(_ names: [String]) -> Bool {
      names.contains { transform.member(named: $0)?.isNonzeroProperty() ?? false }
    }
    if support.isLacking("threeD"), isNonzero(["rx", "ry", "or"]) { return "threeD" }
    return support.isLacking("skew") && isNonzero(["sk"]) ? "skew" : nil
  }

  /// - Returns: Why nothing is changed; nil if the layer gets a parent with an index.
  private func edit(
    _ layer: LottieLayer, _ json: JSONValue, _ transform: JSONValue, in composition: DocumentComposition, index: Int,
    _ draft: inout RewriteDraft
  ) -> String? {
    let sampler = TransformSampler(layer.transform)
    if draft.hasExpressions(transform) { return "an expression sets a value of its transform" }
    if layer.isAutoOriented { return "it is turned along its path, too" }
    // Rotations of parents and children in space are one rotation.
    if sampler.isSpatial, layer.parent != nil || composition.layers.contains(where: { $0.parent == layer.index }) {
      return "it has a parent, or is one"
    }
    guard let times = draft.sampleTimes(of: layer, sampler.changes, size: 6) else {
      return "it changes over too many frames"
    }
    guard let front = composition.json.first else { return nil }
    let matrices = times.map { sampler.matrix(at: $0) }
    let parts = RotatedScale.properties(
      RotatedScale.sequence(matrices.map(\.linear)), times, degrees: 0.02, percent: 0.02)
    func source(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.source, as: UTF8.self) } }
    var position = source(transform["p"])
    if sampler.isSpatial {
      let points = zip(times, matrices).map { $1.apply(sampler.anchor(at: $0)) }
      position = TransformText.property(
        points.map { [$0.x, $0.y] }, times, tolerance: draft.settings.tolerance, leastJump: 12)
    }
    let outer = TransformText.layer(position: position, scale: parts.scale, rotation: parts.outer)
    let members = ["parent", "ip", "op", "st"].compactMap { name in
      source(json.member(named: name)).map { ",\"\(name)\":\($0)" }
    }
    draft.edits.insert(
      "{\"ddd\":0,\"ty\":3,\"ind\":\(index),\"nm\":\"\",\"ks\":\(outer)\(members.joined())}", before: front)
    draft.edits.replace(
      transform,
      by: TransformText.layer(anchor: source(transform["a"]), rotation: parts.inner, opacity: source(transform["o"])))
    if let flag = json["ddd"] { draft.edits.replace(flag, by: "0") }
    if let parent = json["parent"] {
      draft.edits.replace(parent, by: "\(index)")
    } else {
      draft.edits.addMember("parent", "\(index)", to: json)
    }
    return nil
  }
}
