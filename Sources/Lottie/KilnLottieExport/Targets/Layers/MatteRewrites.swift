internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Mattes directly above the layers that they cut: a matte is moved there, or copied if it is used or seen elsewhere.
struct MatteOrderRewrite: TargetRewrite {
  let features = ["matteByIndex"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("matteByIndex") else { return }
    for composition in draft.compositions { edit(composition, &draft) }
  }

  private func edit(_ composition: DocumentComposition, _ draft: inout RewriteDraft) {
    let layers = composition.layers
    let positions = Dictionary(layers.enumerated().compactMap { at, layer in layer.index.map { ($0, at) } }) {
      first, _ in first
    }
    var sources: [Int?] = []
    for (position, layer) in layers.enumerated() {
      guard layer.matteMode != nil else {
        sources.append(nil)
        continue
      }
      if let number = layer.matteParent {
        sources.append(positions[number])
      } else {
        sources.append(position > 0 ? position - 1 : nil)
      }
    }
    var next = (layers.compactMap(\.index).max() ?? 0).addingClamped(1)
    for (position, layer) in layers.enumerated() {
      guard layer.matteParent != nil else { continue }
      let json = draft.json(layer.node)
      guard let source = sources[position] else {
        // The reference draws a layer whole whose matte is not there; others take the one above.
        draft.edits.removeMembers("tp", of: json)
        draft.edits.removeMembers("tt", of: json)
        continue
      }
      if source == position - 1, layers[source].isMatteSource {
        draft.edits.removeMembers("tp", of: json)
        continue
      }
      guard source != position else { continue }
      let matte = draft.json(layers[source].node)
      let isOnlyUse = layers[source].isMatteSource && sources.count { $0 == source } == 1
      // A matte that is cut itself stands below its own matte, and would lose it.
      guard layers[source].matteMode == nil else {
        draft.refuse("matteByIndex", layer, because: "the matte is cut by another one")
        continue
      }
      var copy = JSONCopy(matte)
      copy.set("td", "1")
      if !isOnlyUse { copy.set("ind", "\(next)") }
      next = next.addingClamped(1)
      draft.edits.insert(copy.text, before: json)
      if isOnlyUse { draft.edits.remove(matte) }
      draft.edits.removeMembers("tp", of: json)
    }
  }
}

/// Effects Set Matte as mattes: the layer that an effect names is copied above the one that it cuts.
struct SetMatteRewrite: TargetRewrite {
  let features = ["effectSetMatte"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("effectSetMatte"), !draft.support.isLacking("mattes") else { return }
    for composition in draft.compositions {
      let layers = composition.layers
      var next = (layers.compactMap(\.index).max() ?? 0).addingClamped(1)
      for layer in layers {
        let effects = layer.effects.filter { $0.type == 28 }
        guard let last = effects.last else { continue }
        let json = draft.json(layer.node)
        let source = Self.index(last).flatMap { index in layers.first { $0.index == index } }
        if let reason = Self.obstacle(layer, source) {
          draft.refuse("effectSetMatte", layer, because: reason)
          continue
        }
        for effect in effects { draft.edits.remove(draft.json(effect.node)) }
        guard let source else { continue }
        var matte = JSONCopy(draft.json(source.node))
        matte.remove("hd", "bm")
        matte.set("td", "1")
        matte.set("ind", "\(next)")
        next = next.addingClamped(1)
        draft.edits.insert(matte.text, before: json)
        draft.edits.removeMembers("tp", of: json)
        draft.set("tt", "1", of: json)
      }
    }
  }

  /// The `ind` of the layer that an effect names.
  private static func index(_ effect: LottieEffect) -> Int? {
    guard case .number(let property)? = effect.parameters.first else { return nil }
    return Int(exactly: property.value)
  }

  /// Why an effect cannot become a matte; nil if it can.
  private static func obstacle(_ layer: LottieLayer, _ source: LottieLayer?) -> String? {
    if layer.isMatteSource { return "the layer is a matte itself" }
    if let source, source.matteMode != nil || source.effects.contains(where: { $0.type == 28 }) {
      return "the matte is cut by another one"
    }
    return nil
  }
}

/// Luma mattes of white alone as alpha mattes, which cut the same.
struct LumaMatteRewrite: TargetRewrite {
  let features = ["lumaMatte", "lumaMatteInverted"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    for composition in draft.compositions {
      let layers = composition.layers
      for (position, layer) in layers.enumerated() {
        guard let mode = layer.matteMode, mode == 3 || mode == 4 else { continue }
        let feature = mode == 3 ? "lumaMatte" : "lumaMatteInverted"
        guard draft.support.isLacking(feature), let value = draft.json(layer.node)["tt"] else { continue }
        let source =
          layer.matteParent.flatMap { parent in layers.first { $0.index == parent } }
          ?? (position > 0 ? layers[position - 1] : nil)
        guard let source, isWhite(source, draft) else {
          draft.refuse(feature, layer, because: "the matte has other colours than white")
          continue
        }
        draft.edits.replace(value, by: mode == 3 ? "1" : "2")
      }
    }
  }

  /// Whether all that a layer paints is white.
  private func isWhite(_ layer: LottieLayer, _ draft: RewriteDraft) -> Bool {
    guard layer.effects.allSatisfy(\.isControl) else { return false }
    switch layer.content {
    case .solid(_, _, let color): return color.isWhite
    case .shapes(let items): return items.allSatisfy(\.isWhite)
    default: return false
    }
  }
}

extension ShapeItem {
  fileprivate var isWhite: Bool {
    switch self {
    case .group(let group): group.items.allSatisfy(\.isWhite)
    case .fill(let fill): fill.color.expression == nil && !fill.color.isAnimated && fill.color.value.isWhite
    case .stroke(let stroke): stroke.color.expression == nil && !stroke.color.isAnimated && stroke.color.value.isWhite
    case .gradientFill, .gradientStroke: false
    default: true
    }
  }
}

extension LottieColor {
  fileprivate var isWhite: Bool { Swift.min(self[0], self[1], self[2]) >= 0.998 }
}
