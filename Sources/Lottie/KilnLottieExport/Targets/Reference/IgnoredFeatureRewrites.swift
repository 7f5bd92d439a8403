internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

// Rewrites of what the reference ignores and a target draws: the target then ignores it, too.

/// Hidden groups and modifiers: lottie-web draws them as if they were not hidden, all others leave them out.
struct HiddenItemRewrite: TargetRewrite {
  let features = ["hiddenItems"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let isShown = draft.support.isExcess("hiddenItems")
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for (position, item) in list.json.children.enumerated() where item.kind == .object {
          var isHidden = false
          FeatureUse.ofShape(item, in: list.json, at: position) { isHidden = isHidden || $0.feature == "hiddenItems" }
          guard isHidden else { continue }
          if isShown, let flag = item["hd"] { draft.edits.replace(flag, by: "false") } else { draft.edits.remove(item) }
        }
      }
    }
  }
}

/// Merge Paths, which lottie-web has no effect of.
struct IgnoredMergeRewrite: TargetRewrite {
  let features = ["mergePaths"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isExcess("mergePaths") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for (position, item) in list.json.children.enumerated() where item.kind == .object {
          FeatureUse.ofShape(item, in: list.json, at: position) { use in
            if use.feature == "mergePaths" { draft.edits.remove(item) }
          }
        }
      }
    }
  }
}

/// Modes and feathers of masks: lottie-web adds masks that lighten, darken or differ, and draws hard edges.
struct IgnoredMaskRewrite: TargetRewrite {
  let features = ["maskLighten", "maskDifference", "maskFeather"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    try draft.eachLayer { draft, layer, _ in
      // In lottie-web a Stroke takes away masks that are painted as masks, and no clips: modes tell which these are.
      let hasStroke = layer.effects.contains { $0.type == 22 }
      for mask in layer.masks where !hasStroke {
        let json = draft.json(mask.node)
        var found: Set<String> = []
        FeatureUse.ofMask(mask, json) { found.insert($0.feature) }
        found = found.filter(draft.support.isExcess)
        // Where adding goes wrong, the difference of masks that do not touch is the same, and else nearer.
        if draft.support.isLacking("maskSeries"),
          layer.masks.allSatisfy({ $0.mode == .difference }) || Self.areApart(layer.masks)
        {
          found.remove("maskDifference")
        }
        if found.contains("maskLighten") || found.contains("maskDifference"), let mode = json["mode"] {
          draft.edits.replace(mode, by: "\"a\"")
        }
        if found.contains("maskFeather") { draft.edits.removeMembers("f", of: json) }
      }
    }
  }
}

extension IgnoredMaskRewrite {
  /// Whether there are several masks, which stay where they are and do not touch each other.
  fileprivate static func areApart(_ masks: [LottieMask]) -> Bool {
    guard masks.count > 1, masks.count < 50, masks.allSatisfy({ !$0.path.isAnimated && !$0.isInverted }) else {
      return false
    }
    let boxes = masks.map { mask in
      mask.path.value.vertices.reduce(Rect.empty) { box, vertex in
        [vertex.point, vertex.incoming, vertex.outgoing].reduce(box) {
          $0.union(Rect(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y))
        }
      }
    }
    return boxes.indices.allSatisfy { first in
      boxes[..<first].allSatisfy { box in
        box.maxX < boxes[first].minX || box.minX > boxes[first].maxX || box.maxY < boxes[first].minY
          || box.minY > boxes[first].maxY
      }
    }
  }
}

/// Blend modes that lottie-web draws as normal.
struct IgnoredBlendRewrite: TargetRewrite {
  let features = ["blendAdd", "blendHardMix"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let modes = zip([16, 17], features).filter { draft.support.isExcess($0.1) }.map(\.0)
    guard !modes.isEmpty else { return }
    try draft.eachLayer { draft, layer, _ in
      let json = draft.json(layer.node)
      let items = ShapeList.all(of: layer, json).flatMap { $0.json.children.filter { $0.kind == .object } }
      for part in [json] + items {
        if let mode = part["bm"], mode.integer.map(modes.contains) ?? false { draft.edits.replace(mode, by: "0") }
      }
    }
  }
}

/// Inverted luma mattes, which lottie-web has no effect of: the layer is drawn uncut.
struct IgnoredMatteRewrite: TargetRewrite {
  let features = ["lumaMatteInverted"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isExcess("lumaMatteInverted") else { return }
    try draft.eachLayer { draft, layer, _ in
      guard layer.matteMode == 4 else { return }
      draft.edits.removeMembers("tt", of: draft.json(layer.node))
      draft.edits.removeMembers("tp", of: draft.json(layer.node))
    }
  }
}

/// Layers cut by a matte that is not marked as one: lottie-web hides them and draws the matte, others do the opposite.
struct UnmarkedMatteRewrite: TargetRewrite {
  let features = ["unmarkedMattes"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isExcess("unmarkedMattes") else { return }
    for composition in draft.compositions {
      let layers = composition.layers
      for (position, layer) in layers.enumerated() where !layer.isMatteSource {
        guard let mode = layer.matteMode, 1...3 ~= mode,
          // A Set Matte effect comes first.
          !layer.effects.contains(where: { $0.type == 28 })
        else { continue }
        let source =
          if let parent = layer.matteParent { layers.firstIndex { $0.index == parent } } else { position - 1 }
        guard let source, layers.indices.contains(source), source != position, !layers[source].isMatteSource else {
          continue
        }
        let json = draft.json(layer.node)
        draft.edits.removeMembers("tt", of: json)
        draft.edits.removeMembers("tp", of: json)
        draft.set("hd", "true", of: json)
      }
    }
  }
}

/// Effects that do not say whether they are on, which means that they are.
struct EffectSwitchRewrite: TargetRewrite {
  let features = ["effectSwitch"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("effectSwitch") else { return }
    try draft.eachLayer { draft, layer, _ in
      for effect in layer.effects where !effect.isControl {
        let json = draft.json(effect.node)
        guard json["en"] == nil else { continue }
        // ThorVG reads the type first.
        var copy = JSONCopy(json)
        copy.set("en", "1")
        draft.edits.replace(json, by: copy.text)
      }
    }
  }
}
