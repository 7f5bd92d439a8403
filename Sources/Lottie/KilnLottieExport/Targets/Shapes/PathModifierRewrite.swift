internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Paths as their modifiers leave them, in place of the modifiers, of merges and of stars.
///
/// A modifier works on all paths above it in its list, and after those in groups inside. So all modifiers down to the last
/// one that a target lacks are worked into the paths, which no other modifier reaches, and are removed.
struct PathModifierRewrite: TargetRewrite {
  let features = [
    "mergePaths", "offsetPath", "puckerBloat", "zigZag", "roundCorners", "polystar", "trimSeries", "reversedShapes",
  ]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let lacking = Set(features.filter(draft.support.isLacking))
    guard !lacking.isEmpty else { return }
    try draft.eachLayer { draft, layer, _ throws(Diagnostic) in
      guard case .shapes(let items) = layer.content, let json = draft.json(layer.node)["shapes"] else { return }
      try edit(items, json, of: layer, lacking, &draft)
    }
  }

  private func edit(
    _ items: [ShapeItem], _ json: JSONValue, of layer: LottieLayer, _ lacking: Set<String>, _ draft: inout RewriteDraft
  ) throws(Diagnostic) {
    var rest = items[...]
    let isModifier: (ShapeItem) -> Bool = { $0.modifierFeature.map(lacking.contains) ?? false }
    let series = lacking.contains("trimSeries") && Self.trimsInSeries(items)
    if let last = items.lastIndex(where: { isModifier($0) || (series && $0.isTrim) }) {
      let features =
        items[...last].compactMap(\.modifierFeature).filter(lacking.contains) + (series ? ["trimSeries"] : [])
      if try work(into: Array(items[...last]), features, of: layer, &draft) { rest = items[(last + 1)...] }
    }
    for item in rest {
      switch item {
      case .group(let group):
        let inner = draft.json(group.head.node)
        if let list = inner["it"] { try edit(group.items, list, of: layer, lacking, &draft) }
      case .polystar where lacking.contains("polystar"):
        _ = try work(into: [item], ["polystar"], of: layer, &draft)
      case .ellipse, .rectangle:
        let json = draft.json(item.head.node)
        guard lacking.contains("reversedShapes"), json.integer("d") == 3, items.contains(where: \.isTrim) else {
          continue
        }
        _ = try work(into: [item], ["reversedShapes"], of: layer, &draft)
      default: break
      }
    }
  }

  /// Whether paths are trimmed twice, or several of them one after the other.
  private static func trimsInSeries(_ items: [ShapeItem]) -> Bool {
    if items.count(where: \.isTrim) > 1 { return true }
    guard let position = items.firstIndex(where: \.isTrim), case .trim(let trim) = items[position] else { return false }
    return trim.isSequential && (position > 1 || items.contains { if case .group = $0 { true } else { false } })
      && items[..<position].contains(where: \.hasPaths)
  }

  /// Writes the paths of items, and removes their modifiers; false if they stay.
  private func work(
    into items: [ShapeItem], _ features: [String], of layer: LottieLayer, _ draft: inout RewriteDraft
  ) throws(Diagnostic) -> Bool {
    func refuse(_ reason: String) -> Bool {
      for feature in features { draft.refuse(feature, layer, because: reason) }
      return false
    }
    if items.contains(where: \.hasRepeater) { return refuse("a Repeater stands above it") }
    if items.contains(where: { draft.hasExpressions(draft.json($0.head.node)) }) {
      return refuse("an expression sets a value of it")
    }
    var sampler = try ShapePathSampler(items, fidelity: draft.settings.fidelity, limits: draft.limits)
    var texts: [(node: Int, text: String)] = []
    for path in sampler.paths {
      let item = draft.json(path.node)
      guard
        let text = try PathItemText.items(path, like: item, of: layer, &sampler, draft)
      else { return refuse("its paths have too many points over time") }
      texts.append((path.node, text))
    }
    for (node, text) in texts { draft.edits.replace(draft.json(node), by: text) }
    removeModifiers(in: items, draft.settings.fidelity, &draft)
    return true
  }

  private func removeModifiers(in items: [ShapeItem], _ fidelity: LottieFidelity, _ draft: inout RewriteDraft) {
    // All above a merge is in its path, and styles there paint nothing.
    let merge = fidelity == .afterEffects ? items.lastIndex(where: \.isMerge) : nil
    if let merge { for item in items[..<merge] { draft.edits.remove(draft.json(item.head.node)) } }
    for item in items[(merge ?? 0)...] {
      switch item {
      case .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath:
        draft.edits.remove(draft.json(item.head.node))
      case .group(let group): removeModifiers(in: group.items, fidelity, &draft)
      default: break
      }
    }
  }
}

extension ShapeItem {
  /// The feature that a modifier or merge of paths is; nil for others, and for merges that make a compound path.
  fileprivate var modifierFeature: String? {
    switch self {
    case .offsetPath: "offsetPath"
    case .puckerBloat: "puckerBloat"
    case .zigZag: "zigZag"
    case .roundedCorners: "roundCorners"
    case .mergePaths(let item): item.mode == .merge ? nil : "mergePaths"
    default: nil
    }
  }

  fileprivate var isTrim: Bool {
    if case .trim = self { true } else { false }
  }

  fileprivate var hasPaths: Bool {
    switch self {
    case .path, .rectangle, .ellipse, .polystar, .group: true
    default: false
    }
  }

  fileprivate var isMerge: Bool {
    if case .mergePaths = self { true } else { false }
  }

  /// Whether it is a repeater, or has one inside.
  var hasRepeater: Bool {
    switch self {
    case .repeater: true
    case .group(let group): group.items.contains(where: \.hasRepeater)
    default: false
    }
  }
}
