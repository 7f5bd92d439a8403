package import KilnDiagnostics
internal import KilnJSON

/// Hides layers of a document in its text, and leaves out its sounds.
package struct LottieHiding {
  /// Whether layers that are heard go.
  package var isMuted = false
  private let limits: Limits
  private let isHidden: (_ names: [String]) -> Bool
  private let isDrawn: (_ names: [String]) -> Bool

  /// - Parameters:
  ///   - isHidden: Whether a layer is hidden with all that it shows, by the names that lead to it.
  ///   - isDrawn: Whether a layer that shows no composition is drawn.
  package init(
    limits: Limits, isHidden: @escaping (_ names: [String]) -> Bool, isDrawn: @escaping (_ names: [String]) -> Bool
  ) {
    self.limits = limits
    self.isHidden = isHidden
    self.isDrawn = isDrawn
  }

  /// A container whose document hides the layers.
  ///
  /// - Throws: `usage.invalid` for a layer that is hidden in some uses of its composition only; `json.syntax`;
  ///   `limit.exceeded`.
  package func applied(to container: LottieContainer) throws(Diagnostic) -> LottieContainer {
    var container = container
    let tree = try container.tree(limits: limits)
    var edits = JSONEdits(tree)
    var walk = NamedProperties(limits: limits)
    try walk.visit(tree.root)
    var known: [Int: Bool] = [:]
    for layer in walk.layers {
      let hides = try hides(layer)
      guard known[layer.value.index] ?? hides == hides else {
        throw Diagnostic(
          .usageInvalid,
          "“\(KeyPathPattern.text(layer.names))” is in a composition that is used several times, and is hidden in some only",
          advice: "hide it in all of them, or the layer that shows the composition")
      }
      guard known.updateValue(hides, forKey: layer.value.index) == nil, hides else { continue }
      if let flag = layer.value["hd"] {
        edits.replace(flag, by: "true")
      } else {
        edits.addMember("hd", "true", to: layer.value)
      }
    }
    if isMuted { Self.removeSounds(of: tree.root, &edits) }
    container.document = edits.applied()
    return container
  }

  private static func removeSounds(of root: JSONValue, _ edits: inout JSONEdits) {
    let assets = root["assets"].map { Array($0.children) } ?? []
    var (heard, seen): (Set<String>, Set<String>) = ([], [])
    for composition in [root] + assets {
      guard let layers = composition["layers"], layers.kind == .array else { continue }
      for layer in layers.children {
        let isHeard = layer.integer("ty") == 6
        if isHeard { edits.remove(layer) }
        guard let id = layer["refId"]?.identifier else { continue }
        if isHeard { heard.insert(id) } else { seen.insert(id) }
      }
    }
    for asset in assets where asset["id"]?.identifier.map({ heard.contains($0) && !seen.contains($0) }) ?? false {
      edits.remove(asset)
    }
  }

  /// Mattes stay, as they are not drawn themselves.
  private func hides(_ layer: NamedProperty) throws(Diagnostic) -> Bool {
    guard !layer.value.isTruthy("td") else { return false }
    // What a hidden layer shows is hidden with it.
    if layer.value.integer("ty") == 0 { return isHidden(layer.names) }
    guard !isDrawn(layer.names) else { return false }
    return !layer.names.indices.dropLast().contains { isHidden(Array(layer.names[...$0])) }
  }
}
