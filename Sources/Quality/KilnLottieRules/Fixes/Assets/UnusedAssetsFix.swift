internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Removes assets that nothing of the animation refers to.
struct UnusedAssetsFix: LottieFix {
  let rules: [Rule] = [.assetUnused]
  let summary = "removes images and compositions that no layer refers to"

  func apply(to draft: inout FixDraft) {
    guard let assets = draft.root["assets"], assets.kind == .array else { return }
    // Players differ in which of two assets with one ID they show.
    let ids = assets.children.compactMap { $0["id"]?.identifier }
    guard Set(ids).count == ids.count else { return }
    let used = usedAssets(of: draft)
    // Expressions may read compositions, and values of slots may name images.
    let keepsCompositions = draft.isScripted
    let keepsImages = draft.surroundings.hasThemes || draft.root["slots"] != nil
    for asset in assets.children where asset.kind == .object {
      guard let id = asset["id"]?.identifier, !used.contains(id), !asset.isTruthy("xt"), asset.integer("t") != 3 else {
        continue
      }
      let isComposition = asset["layers"]?.kind == .array
      let isImage = !isComposition && asset["p"]?.kind == .string && asset.number("w") != nil
      guard isComposition ? !keepsCompositions : isImage && !keepsImages else { continue }
      draft.edits.remove(asset)
      let name = asset.string("nm") ?? asset.string("p").flatMap { $0.hasPrefix("data:") ? nil : $0 } ?? id
      draft.note(
        .removed, "the \(isComposition ? "composition" : "image") “\(name)” removed, no layer refers to it",
        at: DocumentPath(pointer: asset.pointer))
    }
  }

  /// IDs of the assets that the main composition shows, itself or by others.
  private func usedAssets(of draft: FixDraft) -> Set<String> {
    var used: Set<String> = []
    var waiting: [String?] = [nil]
    for character in draft.document.characters ?? [] {
      if case .composition(let composition) = character.content, used.insert(composition.asset).inserted {
        waiting.append(composition.asset)
      }
    }
    let byID = Dictionary(draft.compositions.map { ($0.id ?? "", $0) }) { _, last in last }
    while let id = waiting.popLast() {
      guard let composition = id.map({ byID[$0] }) ?? draft.compositions.last else { continue }
      for layer in composition.layers {
        // Any type of layer may refer to an asset.
        guard let asset = draft.document.tree.value(at: layer.node)["refId"]?.identifier else { continue }
        if used.insert(asset).inserted { waiting.append(asset) }
      }
    }
    return used
  }
}
