internal import KilnJSON

/// Makes a document a sticker: it says that it is one, and has nothing of what Telegram forbids and no player draws, which is
/// controls of expressions, effects that are switched off, masks of no mode, and Merge Paths of one path.
struct StickerMarking {
  /// The document as a sticker.
  func applied(to tree: JSONTree) -> [UInt8] {
    var edits = JSONEdits(tree)
    edits.removeMembers("tgs", of: tree.root)
    edits.addMember("tgs", "1", to: tree.root)
    for composition in [tree.root] + (tree.root["assets"].map { Array($0.children) } ?? []) {
      for layer in composition["layers"].map({ Array($0.children) }) ?? [] {
        edits.removeMembers("ef", of: layer)
        removeUnusedMasks(of: layer, &edits)
      }
    }
    for item in tree.objects(withString: "ty", inside: 0) where item.string("ty") == "mm" { edits.remove(item) }
    return edits.applied()
  }

  private func removeUnusedMasks(of layer: JSONValue, _ edits: inout JSONEdits) {
    guard let masks = layer["masksProperties"], masks.children.allSatisfy({ $0.string("mode") == "n" }) else { return }
    edits.remove(masks)
    if let flag = layer["hasMask"] { edits.replace(flag, by: "false") }
  }
}
