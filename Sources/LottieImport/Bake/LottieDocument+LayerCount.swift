internal import LottieFormat

extension LottieDocument {
  /// How many layers may show something when all precompositions are expanded: what progress is measured by.
  ///
  /// A composition that contains itself, which baking refuses, counts once.
  var expandedLayerCount: Int {
    var counts: [String: Int] = [:]
    func count(_ layers: [LottieLayer]) -> Int {
      layers.reduce(0) { sum, layer in
        guard layer.content.isDrawn else { return sum }
        guard case .precomposition(let asset, _, _, _) = layer.content else { return sum &+ 1 }
        return min(sum &+ 1 &+ count(of: asset), 1 << 30)
      }
    }
    func count(of asset: String) -> Int {
      if let known = counts[asset] { return known }
      counts[asset] = 0
      guard case .precomposition(let composition) = assets[asset] else { return 0 }
      let result = count(composition.layers)
      counts[asset] = result
      return result
    }
    return count(composition.layers)
  }
}

extension LottieLayer.Content {
  /// Whether the layer may show something.
  var isDrawn: Bool {
    switch self {
    case .shapes, .solid, .image, .precomposition, .text: true
    case .null, .audio, .other: false
    }
  }
}
