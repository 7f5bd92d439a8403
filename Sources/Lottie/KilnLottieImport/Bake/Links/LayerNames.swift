package import KilnDiagnostics
package import KilnLottieFormat
internal import KilnTimeline

/// Names of the layers of one composition, in sprites and in findings.
package struct LayerNames {
  /// As findings call them, in the order of the layers.
  package let labels: [DocumentPath.Layer]
  private let layers: [LottieLayer]
  /// JSON pointer of the array that the layers are in.
  private let pointer: String

  /// The names of a composition's layers.
  package init(_ composition: LottieComposition) {
    layers = composition.layers
    pointer = composition.pointer
    var counts: [String: Int] = [:]
    for layer in layers { counts[layer.name, default: 0] += 1 }
    let hasNumbers = Self.areNumbered(layers)
    labels = layers.map { layer in
      let number = (hasNumbers ? layer.index : nil) ?? layer.position + 1
      let isNamed = !layer.name.isEmpty
      return DocumentPath.Layer(
        name: isNamed ? layer.name : "\(layer.content.kindName) \(number)", number: number,
        isNameUnique: !isNamed || counts[layer.name] == 1, composition: composition.name)
    }
  }

  /// The layer at a position.
  ///
  /// - Parameter outer: The layer that shows the composition; nil for the root composition.
  func origin(of index: Int, inside outer: SpriteOrigin?) -> SpriteOrigin {
    let layer = layers[index]
    return SpriteOrigin(
      labels[index], named: layer.name.isEmpty ? "Layer \(layer.index ?? index + 1)" : layer.name,
      at: layer.position, of: pointer, inside: outer)
  }

  /// Whether `ind` is the number that After Effects shows: it rises from layer to layer, with gaps where layers were not
  /// exported.
  private static func areNumbered(_ layers: [LottieLayer]) -> Bool {
    var last = 0
    for layer in layers {
      guard let index = layer.index, index > last else { return false }
      last = index
    }
    return true
  }
}

extension LottieLayer.Content {
  /// Name of the kind, for layers that have no name.
  fileprivate var kindName: String {
    switch self {
    case .precomposition: "Composition"
    case .solid: "Solid"
    case .image: "Image"
    case .null: "Null"
    case .shapes: "Shape Layer"
    case .text: "Text Layer"
    case .audio: "Audio"
    case .other(13): "Camera"
    case .other: "Layer"
    }
  }
}
