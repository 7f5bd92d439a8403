package import KilnDiagnostics
package import KilnJSON
package import KilnLottieFormat

/// A composition of a document with its place in the file, for what changes documents.
package struct DocumentComposition {
  /// ID of the asset; nil for the main composition.
  package let id: String?
  package let content: LottieComposition
  /// The array of layers.
  package let json: JSONValue
  package let names: LayerNames

  package var layers: [LottieLayer] { content.layers }

  /// The main composition and those of the assets, each once, in the order of the file, the main one last.
  package static func all(in document: LottieDocument) -> [DocumentComposition] {
    var all: [DocumentComposition] = []
    let root = document.tree.root
    for asset in root["assets"].map({ Array($0.children) }) ?? [] where asset.kind == .object {
      guard let id = asset["id"]?.identifier, let json = asset["layers"],
        case .precomposition(let content)? = document.assets[id],
        // If several assets share an ID, the last one is used.
        content.layers.first.map({ $0.node > json.index && json.pointer == content.pointer }) ?? false
      else { continue }
      all.append(DocumentComposition(id: id, content: content, json: json, names: LayerNames(content)))
    }
    if let json = root["layers"] {
      let content = document.composition
      all.append(DocumentComposition(id: nil, content: content, json: json, names: LayerNames(content)))
    }
    return all
  }

  /// Location of a layer.
  package func path(of layer: LottieLayer) -> DocumentPath {
    guard let position = layers.firstIndex(where: { $0.node == layer.node }) else { return .root }
    return DocumentPath(pointer: "\(content.pointer)/\(layer.position)", chain: [names.labels[position]])
  }
}
