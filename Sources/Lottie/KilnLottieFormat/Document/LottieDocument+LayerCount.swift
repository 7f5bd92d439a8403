extension LottieDocument {
  /// Number of layers that may show something when all precompositions are expanded: the total for progress reports.
  ///
  /// - Parameter nesting: Levels of compositions that count; baking refuses more.
  package func expandedLayerCount(nesting: Int) -> Int {
    var counts: [String: Int] = [:]
    func count(_ layers: [LottieLayer], nesting: Int) -> Int {
      layers.reduce(0) { sum, layer in
        guard layer.content.isDrawn else { return sum }
        guard case .precomposition(let asset, _, _, _) = layer.content else { return sum + 1 }
        return min(sum + 1 + count(of: asset, nesting: nesting - 1), 1 << 30)
      }
    }
    func count(of asset: String, nesting: Int) -> Int {
      if let cached = counts[asset] { return cached }
      guard nesting > 0, case .precomposition(let composition) = assets[asset] else { return 0 }
      // A composition that contains itself counts once.
      counts[asset] = 0
      let result = count(composition.layers, nesting: nesting)
      counts[asset] = result
      return result
    }
    return count(composition.layers, nesting: nesting)
  }
}

extension LottieLayer.Content {
  /// Whether the layer may show something.
  package var isDrawn: Bool {
    switch self {
    case .shapes, .solid, .image, .precomposition, .text: true
    case .null, .audio, .other: false
    }
  }
}
