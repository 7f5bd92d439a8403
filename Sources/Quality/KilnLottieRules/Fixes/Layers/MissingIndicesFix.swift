internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Numbers layers that have no number.
struct MissingIndicesFix: LottieFix {
  let rules: [Rule] = [.lottieIndexMissing]
  let summary = "numbers layers without a number (ind)"

  let grows = true

  func apply(to draft: inout FixDraft) {
    for composition in draft.compositions {
      let layers = composition.layers
      // A number that a layer names, but none has, must not be given: it would get a parent that it does not have.
      let named = layers.flatMap { [$0.parent, $0.matteParent].compactMap { $0 } }
      var used = Set(layers.compactMap(\.index) + named)
      for (position, layer) in layers.enumerated() {
        let json = draft.document.tree.value(at: layer.node)
        guard layer.index == nil, json["ind"] == nil else { continue }
        var number = position + 1
        while !used.insert(number).inserted { number += 1 }
        draft.edits.addMember("ind", "\(number)", to: json)
        draft.note(.added, "numbered \(number)", at: composition.path(of: layer))
      }
    }
  }
}
