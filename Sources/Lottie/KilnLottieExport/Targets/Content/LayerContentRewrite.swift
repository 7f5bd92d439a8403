internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers
internal import KilnTimeline

/// Baked content of layers from which no edit removes what a target lacks: shapes, else a composition, else pictures.
///
/// The layer keeps its name, transform, parent, matte, blend mode and times, so that pictures are few where only the layer
/// moves.
struct LayerContentRewrite {
  /// Features of what a layer shows in its own space.
  private static let contentFeatures: Set<String> = [
    "effectColor", "effectStroke", "effectDropShadow", "effectBlur", "effectLevels", "effectTransform", "text",
    "textSystemFont", "textAnimators", "textPath", "mergePaths", "repeater", "offsetPath", "puckerBloat", "zigZag",
    "roundCorners", "polystar", "dashes", "gradientStroke", "gradientHighlight", "groupSkew", "timeRemap",
    "timeStretch", "trimSeries", "reversedShapes", "repeaterGrowth", "fillBlendModes",
  ]
  /// Features of masks, which are baked with the content.
  private static let maskFeatures: Set<String> = [
    "masks", "maskInverted", "maskIntersect", "maskLighten", "maskDifference", "maskExpansion", "maskOrder",
  ]
  /// All features that it removes.
  static var features: Set<String> { contentFeatures.union(maskFeatures).union(blendFeatures) }
  private static let blendFeatures: Set<String> = ["blendModes", "blendModesOther", "blendModesOfColor"]

  private var takenIDs: TakenNames
  /// Bytes that pictures of all layers with blend modes may still have.
  private var blendBytes = 1_500_000
  private var assets: [String] = []
  private(set) var findings: [Diagnostic] = []

  init(_ draft: RewriteDraft) {
    let ids = draft.document.tree.root["assets"]?.children.compactMap { asset in
      asset["id"].flatMap { $0.string ?? $0.integer.map(String.init) }
    }
    takenIDs = TakenNames(ids ?? [])
  }

  /// Notes the edits of all layers.
  mutating func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    for composition in draft.compositions {
      var next = (composition.layers.compactMap(\.index).max() ?? 0).addingClamped(1)
      for layer in composition.layers where !layer.isHidden {
        let uses = LayerUses.all(of: layer, in: draft.document).filter { draft.support.isLacking($0.feature) }
        if let use = uses.first(where: { layer.blendMode != 0 && Self.blendFeatures.contains($0.feature) }) {
          guard let reason = try blend(layer, of: composition, &next, because: use, &draft) else { continue }
          draft.refuse(use.feature, layer, because: reason)
        }
        let content = uses.filter {
          Self.contentFeatures.contains($0.feature)
            || (layer.blendMode == 0 && Self.blendFeatures.contains($0.feature))
        }
        // lottie-web draws a mask whose expansion changes from what it drew before: no picture is the right one.
        let expands = layer.masks.contains { $0.expansion.isAnimated }
        let masks = uses.filter { use in
          guard Self.maskFeatures.contains(use.feature) else { return false }
          return use.feature != "maskExpansion" || !expands
            || draft.support.failures(use.feature).contains { !$0.isPartial }
        }
        guard let use = (content + masks).first else { continue }
        // A stroke runs along masks.
        let bakesMasks = !masks.isEmpty || content.contains { $0.feature == "effectStroke" }
        if let reason = try edit(layer, of: composition, masks: bakesMasks, &next, because: use, &draft) {
          for use in content + masks { draft.refuse(use.feature, layer, because: reason) }
        }
      }
    }
    add(assets, &draft)
  }

  private func add(_ assets: [String], _ draft: inout RewriteDraft) {
    guard !assets.isEmpty else { return }
    let text = assets.joined(separator: ",")
    let root = draft.document.tree.root
    if let list = root["assets"], let first = list.first {
      draft.edits.insert(text, before: first)
    } else if let list = root["assets"] {
      draft.edits.replace(list, by: "[\(text)]")
    } else {
      draft.edits.addMember("assets", "[\(text)]", to: root)
    }
  }

  /// - Returns: Why nothing is changed; nil if the content is replaced.
  private mutating func edit(
    _ layer: LottieLayer, of composition: DocumentComposition, masks: Bool, _ next: inout Int, because use: FeatureUse,
    _ draft: inout RewriteDraft
  ) throws(Diagnostic) -> String? {
    switch layer.content {
    case .null, .audio, .other: return "it shows nothing by itself"
    case .precomposition, .solid, .image, .shapes, .text: break
    }
    let json = draft.json(layer.node)
    let hasText = if case .text = layer.content { true } else { false }
    var bakesMasks = masks || (hasText && !layer.masks.isEmpty)
    guard var baked = try LayerTimeline(layer, in: composition, bakesMasks: bakesMasks, draft) else {
      return "it is seen over too many frames, or in none"
    }
    if let reason = baked.missing { return reason }
    if baked.isDrawable, let items = baked.shapeItems(tolerance: draft.settings.tolerance) {
      replace(json, by: items, withoutMasks: bakesMasks, &draft)
      report(use, layer, in: composition, .lottieTargetShapes, "is written as shapes")
      return nil
    }
    // A composition has a space of its own, in which masks would be elsewhere.
    if !bakesMasks, !layer.masks.isEmpty {
      bakesMasks = true
      guard let masked = try LayerTimeline(layer, in: composition, bakesMasks: true, draft) else {
        return "it is seen over too many frames, or in none"
      }
      baked = masked
    }
    if baked.isDrawable, baked.isPortable(draft.support),
      let written = try baked.composition(takenIDs: takenIDs, draft)
    {
      takenIDs = written.takenIDs
      assets += written.assets
      attach(written, layer, json, of: composition, &next, &draft)
      report(use, layer, in: composition, .lottieTargetShapes, "is written as a composition of baked layers")
      return nil
    }
    if draft.support.isLacking("images") { return "it would have to become pictures, which the target lacks, too" }
    let scale = baked.scale(of: layer, in: composition)
    if let written = try shadow(of: layer, baked, scale, in: composition, draft) {
      takenIDs = written.takenIDs
      assets += written.assets
      addShadow(written, layer, json, &next, &draft)
      report(use, layer, in: composition, .lottieTargetPictures, "has a shadow of \(written.pictures(shownAt: scale))")
      return nil
    }
    guard let written = try LayerPictures(baked, scale: scale).composition(takenIDs: takenIDs, draft) else {
      return "its pictures would be too large"
    }
    takenIDs = written.takenIDs
    assets += written.assets
    attach(written, layer, json, of: composition, &next, &draft)
    report(
      use, layer, in: composition, .lottieTargetPictures, "is written as \(written.pictures(shownAt: scale))")
    return nil
  }

  /// Makes a layer with a blend mode pictures that have the colours of the result.
  ///
  /// - Returns: Why nothing is changed; nil if it is replaced.
  private mutating func blend(
    _ layer: LottieLayer, of composition: DocumentComposition, _ next: inout Int, because use: FeatureUse,
    _ draft: inout RewriteDraft
  ) throws(Diagnostic) -> String? {
    if draft.support.isLacking("images") { return "it would have to become pictures, which the target lacks, too" }
    if layer.isMatteSource { return "it is a matte" }
    guard let (alone, below) = try BlendBackdrop.split(layer, in: composition, draft) else {
      return "it is seen over too many frames, or in none"
    }
    var backdrop = below
    if let reason = alone.missing { return reason }
    backdrop.maximumBytes = blendBytes
    guard let written = try LayerPictures(alone, on: backdrop).composition(takenIDs: takenIDs, draft) else {
      return "its pictures would be too large"
    }
    blendBytes -= written.byteCount
    takenIDs = written.takenIDs
    assets += written.assets
    let json = draft.json(layer.node)
    var copy = content(written, json)
    copy.remove("bm", "tt", "tp", "parent")
    copy.set("ks", TransformText.layer(anchor: EditText.fixed([written.window.shift.x, written.window.shift.y])))
    if let index = layer.index, composition.layers.contains(where: { $0.parent == index }) {
      if let first = composition.json.first { draft.edits.insert(null(json).text, before: first) }
      copy.set("ind", "\(next)")
      next = next.addingClamped(1)
    }
    draft.edits.replace(json, by: copy.text)
    report(use, layer, in: composition, .lottieTargetPictures, "is written as \(written.pictures(shownAt: 1))")
    return nil
  }

  private mutating func report(
    _ use: FeatureUse, _ layer: LottieLayer, in composition: DocumentComposition, _ rule: Rule, _ text: String
  ) {
    findings.append(Diagnostic(rule, "the layer \(text), because \(use.text)", at: composition.path(of: layer)))
  }

  // MARK: - Layers

  /// Makes a layer a shape layer.
  private func replace(_ json: JSONValue, by items: [String], withoutMasks: Bool, _ draft: inout RewriteDraft) {
    var copy = JSONCopy(json)
    copy.set("ty", "4")
    copy.set("shapes", "[\(items.joined(separator: ","))]")
    copy.remove("t", "ef", "tm", "sc", "sw", "sh", "refId", "w", "h", "sy")
    if withoutMasks { copy.remove("masksProperties", "hasMask") }
    draft.edits.replace(json, by: copy.text)
  }

  // MARK: - Shadows

  /// Pictures of the shadow of a layer that has no other effect; nil if it cannot be a layer of its own.
  private func shadow(
    of layer: LottieLayer, _ baked: LayerTimeline, _ scale: Double, in composition: DocumentComposition,
    _ draft: RewriteDraft
  ) throws(Diagnostic) -> BakedComposition? {
    guard layer.effects.allSatisfy({ $0.isControl || $0.type == 25 }), layer.effects.contains(where: { !$0.isControl }),
      layer.matteMode == nil, !layer.isMatteSource, layer.blendMode == 0, !layer.isAutoOriented,
      !layer.transform.anchor.isAnimated,
      let plain = try LayerTimeline(layer, in: composition, bakesMasks: true, bakesEffects: false, draft)
    else { return nil }
    return try LayerPictures(baked, scale: scale, without: plain).composition(takenIDs: takenIDs, draft)
  }

  /// Puts a shadow below its layer, which loses its effects.
  private func addShadow(
    _ written: BakedComposition, _ layer: LottieLayer, _ json: JSONValue, _ next: inout Int, _ draft: inout RewriteDraft
  ) {
    var plain = JSONCopy(json)
    plain.remove("ef")
    var copy = content(written, json)
    copy.set("ind", "\(next)")
    next = next.addingClamped(1)
    if let transform = json["ks"] { copy.set("ks", moved(transform, of: layer, written.window.shift)) }
    draft.edits.replace(json, by: "\(plain.text),\(copy.text)")
  }

  // MARK: - Compositions

  /// Makes a layer show a composition, whose origin is elsewhere.
  ///
  /// The anchor moves with the origin. Where it is animated, or children follow it, a null layer has the transform.
  private func attach(
    _ written: BakedComposition, _ layer: LottieLayer, _ json: JSONValue, of composition: DocumentComposition,
    _ next: inout Int, _ draft: inout RewriteDraft
  ) {
    var copy = content(written, json)
    let shift = written.window.shift
    let isParent = layer.index.map { index in composition.layers.contains { $0.parent == index } } ?? false
    let isPlain = !isParent && !layer.transform.anchor.isAnimated && !layer.isAutoOriented
    if isPlain, let transform = json["ks"] {
      copy.set("ks", moved(transform, of: layer, shift))
      draft.edits.replace(json, by: copy.text)
      return
    }
    var null = null(json)
    let index = layer.index ?? next
    if layer.index == nil {
      null.set("ind", "\(index)")
      next = next.addingClamped(1)
    }
    copy.set("ind", "\(next)")
    next = next.addingClamped(1)
    copy.set("parent", "\(index)")
    let opacity = json["ks"]?["o"].map { String(decoding: $0.source, as: UTF8.self) }
    copy.set("ks", TransformText.layer(anchor: EditText.fixed([shift.x, shift.y]), opacity: opacity))
    draft.edits.replace(json, by: copy.text)
    if let first = composition.json.first { draft.edits.insert(null.text, before: first) }
    for other in composition.layers where other.matteParent == layer.index && layer.index != nil {
      if let reference = draft.json(other.node)["tp"] { draft.edits.replace(reference, by: "\(next - 1)") }
    }
  }

  /// A layer with the motion of another one that shows nothing.
  private func null(_ json: JSONValue) -> JSONCopy {
    var null = JSONCopy(json)
    null.remove(
      "shapes", "t", "ef", "tm", "sc", "sw", "sh", "sy", "masksProperties", "hasMask", "refId", "w", "h", "tt", "tp",
      "td", "bm")
    null.set("ty", "3")
    return null
  }

  /// A layer like another one that shows a composition; its transform is still that of the other one.
  private func content(_ written: BakedComposition, _ json: JSONValue) -> JSONCopy {
    var copy = JSONCopy(json)
    copy.remove(
      "shapes", "t", "ef", "tm", "sc", "sw", "sh", "sy", "masksProperties", "hasMask", "ao", "st", "sr", "ddd")
    copy.set("ddd", "0")
    copy.set("ty", "0")
    copy.set("refId", JSONText.quoted(written.id))
    copy.set("w", "\(written.window.width)")
    copy.set("h", "\(written.window.height)")
    copy.set("st", EditText.number(written.start))
    return copy
  }

  /// A transform whose origin is elsewhere.
  private func moved(_ transform: JSONValue, of layer: LottieLayer, _ shift: Point) -> String {
    let anchor = layer.transform.anchor.value
    var moved = JSONCopy(transform)
    moved.set("a", EditText.fixed([anchor[0] + shift.x, anchor[1] + shift.y]))
    return moved.text
  }
}

extension BakedComposition {
  /// Text with the number of pictures and their loss: where the animation is shown larger than they are, they become blurred.
  ///
  /// - Parameter scale: Largest scale with which they are shown in an animation of its own size.
  fileprivate func pictures(shownAt scale: Double) -> String {
    let count = "\(pictureCount) picture\(pictureCount == 1 ? "" : "s")"
    return "\(count) of \(ByteCount(byteCount)), sharp up to \((density / scale * 100).shortDescription) % of its size"
  }
}
