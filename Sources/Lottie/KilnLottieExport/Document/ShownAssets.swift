internal import KilnJSON
internal import KilnLottieFormat

/// The assets that layers of a document show, also inside compositions, and letters that are compositions.
struct ShownAssets {
  private var ids: Set<String> = []

  /// - Parameter isIncluded: Whether a layer counts.
  init(_ root: JSONValue, isIncluded: (JSONValue) -> Bool) {
    var compositions: [String: JSONValue] = [:]
    for asset in root["assets"]?.children.map({ $0 }) ?? [] {
      guard let id = asset["id"]?.identifier, let layers = asset["layers"], compositions[id] == nil else { continue }
      compositions[id] = layers
    }
    var open = root["layers"].map { [$0] } ?? []
    for letter in root["chars"]?.children.compactMap({ $0["data"]?["refId"]?.identifier }) ?? []
    where ids.insert(letter).inserted {
      if let inner = compositions[letter] { open.append(inner) }
    }
    while let layers = open.popLast() {
      guard layers.kind == .array else { continue }
      for layer in layers.children where layer.kind == .object && isIncluded(layer) {
        guard let id = layer["refId"]?.identifier, ids.insert(id).inserted else { continue }
        if let inner = compositions[id] { open.append(inner) }
      }
    }
  }

  /// Whether an asset with an ID is shown.
  func contains(_ id: String) -> Bool { ids.contains(id) }
}
