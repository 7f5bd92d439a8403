internal import KilnJSON
internal import KilnLottieFormat

/// Makes a document shorter: without what no player draws, and with fewer decimals.
///
/// Names go, too, so that it is for files whose layers nobody looks up.
struct DocumentShortening {
  /// Decimals of lengths and percents; nil to leave numbers as they are.
  var decimals: Int?

  /// Members of layers and shapes that players do not draw by.
  private static let unused: Set<String> = [
    "nm", "mn", "ix", "cix", "np", "cl", "ln", "bounds", "pt_name", "ct", "ao", "bm", "hd", "sr", "mb",
  ]
  /// Members of the document that stickers have no use for.
  private static let editorMembers: Set<String> = ["meta", "props", "markers", "nm", "mn", "slots"]

  /// JSON of the document without these members, and with its numbers rounded.
  func applied(to tree: JSONTree) -> [UInt8] {
    var edits = JSONEdits(tree)
    for member in tree.root.children where member.key.map(Self.editorMembers.contains) ?? false { edits.remove(member) }
    if !hasTexts(tree) { for name: JSONValue.Name in ["fonts", "chars"] { edits.removeMembers(name, of: tree.root) } }
    removeSounds(from: tree.root, &edits)
    let used = ShownAssets(tree.root) { $0.integer("ty") != 6 }
    for asset in tree.root["assets"].map({ Array($0.children) }) ?? [] {
      guard let id = asset["id"]?.identifier, used.contains(id) else {
        edits.remove(asset)
        continue
      }
      if asset["layers"] != nil { removeSounds(from: asset, &edits) }
    }
    for composition in compositions(tree) {
      for layer in composition["layers"].map({ Array($0.children) }) ?? [] { shorten(layer, &edits) }
      for name in ["nm", "fr"] where composition.index != tree.root.index {
        if let member = composition.member(named: name) { edits.remove(member) }
      }
    }
    return edits.applied()
  }

  /// The document itself, and its assets.
  private func compositions(_ tree: JSONTree) -> [JSONValue] {
    [tree.root] + (tree.root["assets"].map { Array($0.children) } ?? [])
  }

  private func hasTexts(_ tree: JSONTree) -> Bool {
    compositions(tree).contains { $0["layers"]?.children.contains { $0.integer("ty") == 5 } ?? false }
  }

  private func removeSounds(from composition: JSONValue, _ edits: inout JSONEdits) {
    for layer in composition["layers"].map({ Array($0.children) }) ?? [] where layer.integer("ty") == 6 {
      edits.remove(layer)
    }
  }

  /// Removes unused members of a layer and everything inside, and rounds its numbers.
  private func shorten(_ layer: JSONValue, _ edits: inout JSONEdits) {
    var containers = [layer]
    while let container = containers.popLast() {
      for child in container.children {
        if container.kind == .object, isUnused(child, of: container) {
          edits.remove(child)
        } else if child.kind == .object || child.kind == .array {
          if decimals != nil, child.isMember("tm") {
            round(child, decimals: 4, &edits)
          } else if let decimals, child.kind == .array, isColor(child) {
            round(child, decimals: max(3, decimals), &edits)
          } else if child.isMember("i") || child.isMember("o"), child.kind == .object, child["x"] != nil {
            if decimals != nil { round(child, decimals: 3, &edits) }
          } else {
            containers.append(child)
          }
        } else if child.kind == .number {
          round(child, decimals: child.isMember("t") ? 3 : decimals, &edits)
        }
      }
    }
  }

  /// Whether a member has no effect: a name, or the value that it has without being there.
  private func isUnused(_ member: JSONValue, of object: JSONValue) -> Bool {
    guard let key = member.key, Self.unused.contains(key) else { return false }
    switch key {
    case "ao", "bm", "ct": return member.number == 0
    case "sr": return member.number == 1 && object["ks"] != nil
    case "hd", "mb": return !object.isTruthy(key == "hd" ? "hd" : "mb")
    // Numbers of dashes and of gradients' parts stay.
    default: return object["ty"] != nil || object["a"] != nil && object["k"] != nil || object["mode"] != nil
    }
  }

  /// Whether an array holds parts of colours, all 0…1.
  private func isColor(_ array: JSONValue) -> Bool {
    guard array.first?.kind == .number, let numbers = array.numbers, numbers.count >= 3 else { return false }
    return numbers.allSatisfy { (0...1).contains($0) }
  }

  private func round(_ value: JSONValue, decimals: Int?, _ edits: inout JSONEdits) {
    guard let decimals else { return }
    var values = [value]
    while let value = values.popLast() {
      edits.round(value, decimals: decimals)
      values += value.children
    }
  }
}
