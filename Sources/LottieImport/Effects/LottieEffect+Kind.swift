internal import LottieFormat

extension LottieEffect {
  /// The effects that lottie-web draws, by their `ty`.
  enum Kind: Int {
    case tint = 20
    case fill = 21
    case stroke = 22
    case tritone = 23
    case levels = 24
    case dropShadow = 25
    case setMatte = 28
    case gaussianBlur = 29
    case transform = 35

    /// Nil for all others.
    init?(_ effect: LottieEffect) { self.init(rawValue: effect.type) }
  }

  /// `ty` of effects that only feed expressions.
  var isControl: Bool { type == 5 }

  /// The parameter at a position as a number.
  func number(_ position: Int, default fallback: Double = 0) -> Track<Double> {
    if parameters.indices.contains(position), case .number(let property) = parameters[position] {
      return Track(property)
    }
    return Track(LottieProperty(fixed: fallback, node: node))
  }

  /// The parameter at a position as a colour; black if it is none.
  func color(_ position: Int) -> Track<LottieColor> {
    if parameters.indices.contains(position), case .color(let property) = parameters[position] {
      return Track(property)
    }
    return Track(LottieProperty(fixed: [0, 0, 0, 1], node: node))
  }

  /// The parameter at a position as a point; the origin if it is none.
  func point(_ position: Int) -> VectorTrack {
    if parameters.indices.contains(position), case .point(let property) = parameters[position] {
      return VectorTrack(property)
    }
    return VectorTrack(LottieProperty(fixed: .zero, node: node))
  }
}
