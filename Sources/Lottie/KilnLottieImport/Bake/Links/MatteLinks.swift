package import KilnLottieExpressions
package import KilnLottieFormat
package import KilnTimeline

/// The mattes of a composition's layers.
package struct MatteLinks {
  /// A layer's matte.
  package struct Link {
    /// Position of the matte layer; nil if that is no matte, which makes the layer invisible.
    package var source: Int?
    package var mode: Matte.Mode
    /// Whether the matte layer is used although it is hidden.
    package var isHiddenSourceSeen = false
  }

  private let links: [Link?]

  /// - Parameter expressions: As `TrackParts.expressions`.
  package init(_ layers: [LottieLayer], _ rules: FidelityRules, _ expressions: ExpressionRunner?) {
    let positions = Positions(layers)
    links = layers.indices.map { index in
      let layer = layers[index]
      if let source = Self.setMatte(of: layer, in: positions, expressions) {
        // lottie-web takes a hidden layer out of hiding, but only into the mask. If the layer is above the one that it
        // cuts, that comes a frame late there, or never.
        return Link(source: source, mode: .alpha, isHiddenSourceSeen: true)
      }
      // A layer that cuts others is not cut itself.
      guard !layer.isMatteSource, let mode = Self.mode(layer.matteMode, rules) else { return nil }
      let source = layer.matteParent.map { positions[$0] } ?? index - 1
      guard let source, layers.indices.contains(source), source != index else { return nil }
      return Link(source: layers[source].isMatteSource ? source : nil, mode: mode)
    }
  }

  /// The layer that the last Set Matte effect names. It takes precedence over a track matte.
  private static func setMatte(
    of layer: LottieLayer, in positions: Positions, _ expressions: ExpressionRunner?
  ) -> Int? {
    guard let effect = layer.effects.last(where: { LottieEffect.Kind($0) == .setMatte }) else { return nil }
    return Int(exactly: effect.fixedNumber(0, expressions)).flatMap { positions[$0] }
  }

  /// The matte of the layer at a position; nil if the layer is not cut.
  package subscript(layer: Int) -> Link? { links[layer] }

  /// The mode of a layer's `tt`; nil if there is none or it is not drawn.
  private static func mode(_ code: Int?, _ rules: FidelityRules) -> Matte.Mode? {
    switch code {
    case 1: .alpha
    case 2: .invertedAlpha
    case 3: .luma
    case 4: rules.drawsInvertedLumaMattes ? .invertedLuma : nil
    default: nil
    }
  }
}

/// Positions of layers by their `ind`; of several with the same the first.
private struct Positions {
  private let byIndex: [Int: Int]

  init(_ layers: [LottieLayer]) {
    let isAsked = layers.contains { $0.matteParent != nil || !$0.effects.isEmpty }
    let pairs = isAsked ? layers.indices.lazy.compactMap { at in layers[at].index.map { ($0, at) } } : nil
    byIndex = pairs.map { Dictionary($0) { first, _ in first } } ?? [:]
  }

  subscript(index: Int) -> Int? { byIndex[index] }
}
