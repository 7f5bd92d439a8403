internal import KilnTimeline

extension Shape {
  /// Alphas of the colours that the shape is painted with.
  var paintAlphas: [Double] { [fill?.paint, stroke?.paint].compactMap { $0?.color?.alpha } }
}

extension Paint {
  /// The colour; nil for a gradient.
  var color: StraightColor? {
    switch self {
    case .solid(let color): color
    case .gradient: nil
    }
  }
}
