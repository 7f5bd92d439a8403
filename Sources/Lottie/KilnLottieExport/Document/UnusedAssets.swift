internal import KilnJSON
internal import KilnLottieFormat

/// The assets that only expressions, or layers that only expressions have read, have needed.
struct UnusedAssets {
  /// Assets that layers show after the edits, and did before them.
  private let used: Set<String>
  private let wasUsed: Set<String>

  /// - Parameter edits: Those that remove layers.
  init(_ root: JSONValue, _ assets: [JSONValue], _ edits: JSONEdits) {
    var layers: [String: JSONValue] = [:]
    for asset in assets {
      if let id = asset["id"]?.identifier, let own = asset["layers"], layers[id] == nil { layers[id] = own }
    }
    // Letters may be compositions.
    let letters = root["chars"]?.children.compactMap { $0["data"]?["refId"]?.identifier } ?? []
    used = Self.shown(from: root["layers"], layers) { !edits.isRemoved($0) }.union(letters)
    wasUsed = Self.shown(from: root["layers"], layers) { _ in true }
  }

  /// IDs of the assets that layers show, also inside compositions.
  private static func shown(
    from root: JSONValue?, _ compositions: [String: JSONValue], isIncluded: (JSONValue) -> Bool
  ) -> Set<String> {
    var found: Set<String> = []
    var open = root.map { [$0] } ?? []
    while let layers = open.popLast() {
      guard layers.kind == .array else { continue }
      for layer in layers.children where layer.kind == .object && isIncluded(layer) {
        guard let id = layer["refId"]?.identifier, found.insert(id).inserted else { continue }
        if let inner = compositions[id] { open.append(inner) }
      }
    }
    return found
  }

  /// Whether an asset goes: because only layers which are gone have shown it, or as a composition that only expressions name.
  ///
  /// - Parameter isNamed: Whether an expression names something so.
  func contains(_ asset: JSONValue, isNamed: (String) -> Bool) -> Bool {
    guard let id = asset["id"]?.identifier, !used.contains(id) else { return false }
    if wasUsed.contains(id) { return true }
    return asset["layers"] != nil && [id, asset.string("nm") ?? id].contains(where: isNamed)
  }
}
