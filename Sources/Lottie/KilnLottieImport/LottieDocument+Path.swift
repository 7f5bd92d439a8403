package import KilnDiagnostics
internal import KilnJSON
package import KilnLottieFormat
internal import KilnTimeline

extension LottieDocument {
  /// The location of an item of a layer, for findings.
  ///
  /// - Parameters:
  ///   - node: The item, or the layer itself.
  ///   - origin: The layer where it is used.
  func path(to node: Int, in layer: LottieLayer, _ origin: SpriteOrigin) -> DocumentPath {
    guard node != layer.node else { return origin.path() }
    let location = location(of: node, inLayer: layer.node)
    return origin.path(pointer: location.pointer, property: location.names)
  }

  /// The location of something in a layer whose use is not known: its composition and the layer, but not the layers around.
  package func path(to node: Int) -> DocumentPath {
    let steps = Set(tree.steps(to: node).map(\.value.index))
    // At most one of them has the node, so that their order does not matter.
    for composition in [composition] + assets.values.compactMap(\.composition) {
      guard let index = composition.layers.firstIndex(where: { steps.contains($0.node) }) else { continue }
      return path(to: node, in: composition.layers[index], LayerNames(composition).origin(of: index, inside: nil))
    }
    return DocumentPath(pointer: pointer(to: node))
  }
}

extension LottieAsset {
  /// The composition that it is; nil for other assets.
  fileprivate var composition: LottieComposition? {
    if case .precomposition(let composition) = self { composition } else { nil }
  }
}
