internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// Solids as shape layers with a rectangle.
struct SolidRewrite: TargetRewrite {
  let features = ["solids", "solidOpacity"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let (areMissing, areFaint) = (draft.support.isLacking("solids"), draft.support.isLacking("solidOpacity"))
    guard areMissing || areFaint else { return }
    try draft.eachLayer { draft, layer, _ in
      let json = draft.json(layer.node)
      guard case .solid(let width, let height, let color) = layer.content, let type = json["ty"] else { return }
      var isTranslucent = false
      FeatureUse.ofLayerDetails(layer, json) { isTranslucent = isTranslucent || $0.feature == "solidOpacity" }
      guard areMissing || isTranslucent else { return }
      draft.edits.replace(type, by: "4")
      for name: JSONValue.Name in ["sc", "sw", "sh"] { draft.edits.removeMembers(name, of: json) }
      let rectangle =
        "{\"ty\":\"rc\",\"d\":1,\"p\":\(EditText.fixed([width / 2, height / 2])),"
        + "\"s\":\(EditText.fixed([width, height])),\"r\":\(EditText.fixed(0))}"
      let fill =
        "{\"ty\":\"fl\",\"c\":{\"a\":0,\"k\":\(EditText.colors([color[0], color[1], color[2], 1]))},"
        + "\"o\":\(EditText.fixed(color[3] * 100)),\"r\":1}"
      draft.edits.addMember(
        "shapes", "[\(TransformText.group("\"\"", [rectangle, fill], TransformText.group()))]", to: json)
    }
  }
}

/// Layers that turn along their motion path, with keyframes of their rotation.
struct OrientationRewrite: TargetRewrite {
  let features = ["autoOrient"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("autoOrient") else { return }
    try draft.eachLayer { draft, layer, _ in
      let json = draft.json(layer.node)
      guard layer.isAutoOriented, let flag = json["ao"], let transform = json["ks"] else { return }
      let sampler = TransformSampler(layer.transform, isAutoOriented: true)
      let position = TransformSampler(layer.transform)
      guard !sampler.isSpatial, !draft.hasExpressions(transform) else {
        return draft.refuse("autoOrient", layer, because: "an expression or a rotation in space turns it, too")
      }
      // Where the position stays its direction does, too.
      guard let times = draft.sampleTimes(of: layer, position.changes, size: 1) else {
        return draft.refuse("autoOrient", layer, because: "it moves over too many frames")
      }
      var last = 0.0
      let rows = times.map { time in
        let angle = sampler.rotation(at: time)
        let turns = ((last - angle) / 360).rounded()
        last = turns.magnitude < 1e6 ? angle + turns * 360 : angle
        return [last]
      }
      let rotation = TransformText.property(rows, times, tolerance: Self.tolerance, leastJump: 20)
      draft.edits.replace(flag, by: "0")
      if let old = transform["r"] {
        draft.edits.replace(old, by: rotation)
      } else {
        draft.edits.addMember("r", rotation, to: transform)
      }
    }
  }

  /// In degrees. Players measure the direction over a hundredth of a frame, which has about this noise.
  private static let tolerance = 0.2
}

/// Values of slots written into the properties, for players without slots. The slots stay.
struct SlotRewrite: TargetRewrite {
  let features = ["slots"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("slots"), let slots = draft.document.tree.root["slots"] else { return }
    for property in draft.document.tree.objects(withString: "sid", inside: 0) where property["k"] != nil {
      guard let name = property.string("sid"), let value = slots.member(named: name)?["p"], let content = value["k"],
        let own = property["k"], own.source != content.source, own.kind != .object || content.kind == .object
      else { continue }
      draft.edits.replace(own, by: content.source)
      if let flag = property["a"] {
        draft.edits.replace(flag, by: content.first?.kind == .object ? "1" : "0")
      }
    }
  }
}
