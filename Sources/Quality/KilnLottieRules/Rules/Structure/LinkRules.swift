package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnRuleEngine

// Rules of how layers refer to each other.

extension Rule {
  static let lottieParentMissing = Rule(
    "lottie.parent.missing", .error, .approximated,
    "A layer's parent is not in its composition.",
    why: "The layer does not move with its parent; some players refuse the file.",
    remedy: "In After Effects, choose the parent again, turn its export on, and export again.")
  static let lottieParentCycle = Rule(
    "lottie.parent.cycle", .error, .approximated,
    "Layers are each other's parents in a circle.",
    why: "Players hang, crash, or draw the layers somewhere else.",
    remedy: "In After Effects, set the parent of one of the layers to None.")
  package static let lottieIndexMissing = Rule(
    "lottie.layer.indexMissing", .note, .exact,
    "A layer has no number (ind).",
    why: "Old versions of lottie-ios crash, and no layer can have it as parent.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieIndexDuplicate = Rule(
    "lottie.layer.indexDuplicate", .error, .approximated,
    "Two layers of a composition have the same number (ind).",
    why: "Parents and mattes are taken from the wrong layer.",
    remedy: "Export the animation again; the file was edited or merged after the export.")
  static let lottieMatteMissing = Rule(
    "lottie.matte.missing", .error, .dropped,
    "The matte of a layer is not in its composition.",
    why: "The layer is not seen, or is seen uncut.",
    remedy: "In After Effects, choose the track matte again, and export the matte layer too.")
  static let lottieMatteUnused = Rule(
    "lottie.matte.unused", .warning, .exact,
    "A layer is marked as a matte, but no layer is cut by it.",
    why: "The layer is never drawn and only makes the file larger.",
    remedy: "In After Effects, delete the layer, or choose it as track matte of another one.")
  static let lottieCompositionCycle = Rule(
    "lottie.composition.cycle", .error, .rejected,
    "A composition contains itself.",
    why: "Players hang or crash.",
    remedy: "In After Effects, remove the layer that shows the composition inside itself.")
  static let lottieAssetDuplicate = Rule(
    "lottie.asset.idDuplicate", .error, .approximated,
    "Two assets have the same ID.",
    why: "Layers show the wrong image or composition.",
    remedy: "Export the animation again; the file was edited or merged after the export.")
  static let lottieAssetUnnamed = Rule(
    "lottie.asset.idMissing", .warning, .dropped,
    "An asset has no ID.",
    why: "No layer can refer to it, and some players refuse the file.",
    remedy: "Export the animation again; the file was edited after the export.")
  static let lottieNestingDeep = Rule(
    "lottie.composition.nesting", .warning, .exact,
    "Compositions are nested deeply.",
    why: "Each level costs players memory and a drawing pass for a frame.",
    remedy: "In After Effects, move layers of inner compositions out, or pre-compose less.")
}

extension RuleCheck {
  static let links: [RuleCheck] = [parents, indices, mattes, compositionCycles, assetIDs]

  private static let parents = RuleCheck(
    .structure, [.lottieParentMissing, .lottieParentCycle],
    { (visit: CompositionVisit) in
      var parents: [Int: Int] = [:]
      for (position, layer) in visit.layers.enumerated() {
        guard let parent = layer.parent else { continue }
        if let target = visit.positions[parent] {
          parents[position] = target
        } else {
          visit.report(.lottieParentMissing, "the parent, layer \(parent), is not there", at: visit.json(of: position))
        }
      }
      // 1: on the way, 2: leads to no circle.
      var states = Array(repeating: 0, count: visit.layers.count)
      for start in visit.layers.indices where states[start] == 0 {
        var chain: [Int] = []
        var next: Int? = start
        while let current = next, states[current] == 0 {
          states[current] = 1
          chain.append(current)
          next = parents[current]
        }
        if let end = next, states[end] == 1 {
          let circle = chain[(chain.firstIndex(of: end) ?? 0)...].map { "“\(visit.names.labels[$0].label)”" }
          visit.report(
            .lottieParentCycle, "the parents of \(circle.joined(separator: ", ")) are a circle", at: visit.json(of: end)
          )
        }
        for position in chain { states[position] = 2 }
      }
    })

  private static let indices = RuleCheck(
    .structure, [.lottieIndexMissing, .lottieIndexDuplicate],
    { (visit: CompositionVisit) in
      for (position, layer) in visit.layers.enumerated() {
        guard let index = layer.index else {
          visit.report(.lottieIndexMissing, "the layer has no number", at: visit.json(of: position))
          continue
        }
        guard let first = visit.positions[index], first != position else { continue }
        visit.report(
          .lottieIndexDuplicate, "the layer has the same number, \(index), as “\(visit.names.labels[first].label)”",
          at: visit.json(of: position))
      }
    })

  private static let mattes = RuleCheck(
    .structure, [.lottieMatteMissing, .lottieMatteUnused],
    { (visit: CompositionVisit) in
      var used: Set<Int> = []
      for (position, layer) in visit.layers.enumerated() where layer.matteMode != nil {
        let source = layer.matteParent.map { visit.positions[$0] } ?? (position > 0 ? position - 1 : nil)
        if let source, source != position {
          used.insert(source)
          if layer.matteParent == nil, !visit.layers[source].isMatteSource {
            visit.report(
              .lottieMatteMissing, "the layer above, “\(visit.names.labels[source].label)”, is no matte",
              at: visit.json(of: position))
          }
        } else {
          visit.report(.lottieMatteMissing, "the matte is not there", at: visit.json(of: position))
        }
      }
      for (position, layer) in visit.layers.enumerated() where layer.isMatteSource && !used.contains(position) {
        // A Set Matte effect uses any layer.
        if visit.layers.contains(where: { $0.effects.contains { $0.type == 28 } }) { continue }
        visit.report(.lottieMatteUnused, "no layer is cut by this matte", at: visit.json(of: position))
      }
    })

  private static let maximumNesting = ValidationRule.Option(
    "levels", 8, "Largest number of compositions inside each other.")

  private static let compositionCycles = RuleCheck(
    [
      ValidationRule(.lottieCompositionCycle, .structure),
      ValidationRule(.lottieNestingDeep, .structure, options: [maximumNesting]),
    ],
    { (visit: DocumentVisit) in
      var finder = NestingFinder(visit.facts.nestedCompositions)
      let depth = finder.depth(of: nil)
      if let name = finder.cycle {
        visit.report(.lottieCompositionCycle, "the composition “\(name)” contains itself")
      } else if Double(depth) > visit.value(maximumNesting, of: .lottieNestingDeep) {
        visit.report(.lottieNestingDeep, "compositions are nested \(depth) levels deep")
      }
    })

  private static let assetIDs = RuleCheck(
    .structure, [.lottieAssetDuplicate, .lottieAssetUnnamed],
    { (visit: DocumentVisit) in
      var seen: Set<String> = []
      guard let assets = visit.json["assets"] else { return }
      for asset in assets.children where asset.kind == .object {
        guard let id = asset["id"]?.identifier else {
          visit.report(.lottieAssetUnnamed, "the asset has no ID", at: asset)
          continue
        }
        if !seen.insert(id).inserted {
          visit.report(.lottieAssetDuplicate, "there are two assets of ID “\(id)”", at: asset)
        }
      }
    })
}

/// Finds how deeply compositions are nested, and one that contains itself.
private struct NestingFinder {
  private let children: [String?: Set<String>]
  private var depths: [String?: Int] = [:]
  private var open: Set<String?> = []
  /// A composition that contains itself.
  private(set) var cycle: String?

  init(_ children: [String?: Set<String>]) { self.children = children }

  /// Levels below a composition, itself included.
  mutating func depth(of composition: String?) -> Int {
    if let known = depths[composition] { return known }
    guard open.insert(composition).inserted, open.count < 1000 else {
      if let composition, cycle.map({ composition < $0 }) ?? true { cycle = composition }
      return 0
    }
    var deepest = 0
    for child in (children[composition] ?? []).sorted() { deepest = max(deepest, depth(of: child)) }
    open.remove(composition)
    depths[composition] = deepest + 1
    return deepest + 1
  }
}
