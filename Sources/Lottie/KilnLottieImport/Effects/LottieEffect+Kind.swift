internal import KilnLottieExpressions
internal import KilnLottieFormat

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

  /// The parameter at a position as a number.
  func number(_ position: Int, default fallback: Double = 0, _ parts: inout TrackParts) -> Track<Double> {
    if parameters.indices.contains(position), case .number(let property) = parameters[position] {
      return Track(property, &parts)
    }
    return Track(LottieProperty(fixed: fallback, node: node), &parts)
  }

  /// The parameter at a position as a colour; black if it is none.
  func color(_ position: Int, _ parts: inout TrackParts) -> Track<LottieColor> {
    if parameters.indices.contains(position), case .color(let property) = parameters[position] {
      return Track(property, &parts)
    }
    return Track(LottieProperty(fixed: [0, 0, 0, 1], node: node), &parts)
  }

  /// The parameter at a position as a point; the origin if it is none.
  func point(_ position: Int, _ parts: inout TrackParts) -> VectorTrack {
    if parameters.indices.contains(position), case .point(let property) = parameters[position] {
      return VectorTrack(property, &parts)
    }
    return VectorTrack(LottieProperty(fixed: .zero, node: node), &parts)
  }

  /// The value at frame 0 of a parameter that lottie-web reads once, such as a choice; 0 if it is no number.
  ///
  /// - Parameter expressions: As `TrackParts.expressions`.
  func fixedNumber(_ position: Int, _ expressions: ExpressionRunner?) -> Double {
    guard parameters.indices.contains(position), case .number(let property) = parameters[position] else { return 0 }
    return Track(single: property, expressions).value(at: 0, in: .constant)
  }
}
