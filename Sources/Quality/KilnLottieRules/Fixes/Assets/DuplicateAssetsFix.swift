internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnRuleEngine

/// Lets layers share one of several equal images or compositions.
///
/// Only assets with the IDs that exporters make up are merged: apps replace images by IDs that somebody has chosen.
struct DuplicateAssetsFix: LottieFix {
  let rules: [Rule] = [.assetImageDuplicate]
  let summary = "stores equal images and compositions once"

  func apply(to draft: inout FixDraft) {
    guard let assets = draft.root["assets"], assets.kind == .array, !draft.isScripted else { return }
    var first: [[[UInt8]]: String] = [:]
    var replaced: [String: String] = [:]
    let ids = assets.children.compactMap { $0["id"]?.identifier }
    // Players differ in which of two assets with one ID they show.
    guard Set(ids).count == ids.count else { return }
    for asset in assets.children where asset.kind == .object {
      guard let id = asset["id"]?.identifier, Self.isGeneratedID(id), asset["sid"] == nil, !asset.isTruthy("xt"),
        asset["layers"]?.kind == .array || asset["p"]?.kind == .string
      else { continue }
      let content = Self.content(of: asset)
      guard let other = first[content] else {
        first[content] = id
        continue
      }
      replaced[id] = other
      draft.edits.remove(asset)
      draft.note(
        .removed, "the asset “\(id)” removed, its content is that of “\(other)”",
        at: DocumentPath(pointer: asset.pointer))
    }
    guard !replaced.isEmpty else { return }
    let glyphs = draft.root["chars"].map { Self.references(inside: $0) } ?? []
    let layers = draft.compositions.flatMap { $0.layers.map { draft.document.tree.value(at: $0.node) } }
    for reference in layers.compactMap({ $0["refId"] }) + glyphs {
      guard let other = reference.identifier.flatMap({ replaced[$0] }) else { continue }
      draft.edits.replace(reference, by: JSONText.quoted(other))
    }
  }

  /// Content in which duplicates must agree: all members but ID and name, sorted by key.
  private static func content(of asset: JSONValue) -> [[UInt8]] {
    asset.children.filter { !$0.isMember("id") && !$0.isMember("nm") }
      .map { Array(($0.key ?? "").utf8) + [0] + $0.source }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether an ID is one of a series that exporters count, such as `image_3`, `comp_0` or `12`.
  private static func isGeneratedID(_ id: String) -> Bool {
    let stem = id.prefix { !$0.isNumber }
    let digits = id.dropFirst(stem.count)
    let stems = ["", "image_", "img_", "comp_", "imgSeq_", "asset_", "precomp_"]
    return !digits.isEmpty && digits.allSatisfy(\.isNumber) && stems.contains(String(stem))
  }

  private static func references(inside value: JSONValue) -> [JSONValue] {
    var found: [JSONValue] = []
    var waiting = [value]
    while let next = waiting.popLast() {
      for child in next.children {
        if child.isMember("refId") { found.append(child) }
        if child.kind == .object || child.kind == .array { waiting.append(child) }
      }
    }
    return found
  }
}
