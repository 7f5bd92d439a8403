internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Paths of documents that lottie-web has played before they were saved: their tangents are absolute, and flags say so.
struct CompletedPathRewrite: TargetRewrite {
  let features = ["completedPaths"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let root = draft.document.tree.root
    guard draft.support.isLacking("completedPaths") else { return }
    let isCompleted = root.isTruthy("__complete")
    try draft.eachLayer { draft, layer, _ in
      let json = draft.json(layer.node)
      guard isCompleted || json.isTruthy("completed") else { return }
      draft.edits.removeMembers("completed", of: json)
      for list in ShapeList.all(of: layer, json) {
        for item in list.json.children where item.string("ty") == "sh" { edit(item["ks"]?["k"], &draft) }
      }
      for mask in json["masksProperties"]?.children.map(\.self) ?? [] { edit(mask["pt"]?["k"], &draft) }
    }
    guard isCompleted else { return }
    draft.edits.removeMembers("__complete", of: root)
    for letter in root["chars"]?.children.map(\.self) ?? [] { edit(letter: letter, &draft) }
    // What old versions need is done.
    if let version = root["v"] { draft.edits.replace(version, by: "\"5.7.0\"") }
  }

  /// The paths of a letter. Its first group has the scale of the text that was drawn last.
  private func edit(letter: JSONValue, _ draft: inout RewriteDraft) {
    guard var lists = letter["data"]?["shapes"].map({ [$0] }) else { return }
    if let transform = lists[0].first?["it"]?.children.first(where: { $0.string("ty") == "tr" }) {
      draft.set("s", EditText.fixed([100, 100]), of: transform)
    }
    var next = 0
    while next < lists.count {
      for item in lists[next].children {
        if item.string("ty") == "sh" { edit(item["ks"]?["k"], &draft) }
        if let inner = item["it"] { lists.append(inner) }
      }
      next += 1
    }
  }

  private func edit(_ content: JSONValue?, _ draft: inout RewriteDraft) {
    guard let content else { return }
    if content.kind == .object { return relate(content, &draft) }
    for keyframe in content.children where keyframe.kind == .object {
      for value in [keyframe["s"], keyframe["e"]] {
        guard let value else { continue }
        for path in value.kind == .object ? [value] : value.children.map(\.self) { relate(path, &draft) }
      }
    }
  }

  /// Tangents of a path from its vertices on.
  private func relate(_ path: JSONValue, _ draft: inout RewriteDraft) {
    guard let vertices = path["v"]?.children.map({ $0.numbers ?? [] }) else { return }
    for name: JSONValue.Name in ["i", "o"] {
      guard let list = path[name] else { continue }
      let points = list.children.map { $0.numbers ?? [] }
      guard points.count == vertices.count, (points + vertices).allSatisfy({ $0.count > 1 }) else { continue }
      let texts = zip(points, vertices).map { EditText.array([$0[0] - $1[0], $0[1] - $1[1]], decimals: 4) }
      draft.edits.replace(list, by: "[\(texts.joined(separator: ","))]")
    }
  }
}
