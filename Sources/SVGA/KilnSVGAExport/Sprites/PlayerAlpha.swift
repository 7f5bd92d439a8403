internal import KilnSVGAFormat

/// Conversion of opacities to the alphas that players draw.
enum PlayerAlpha {
  /// Steps of an eighth of an 8-bit level, close to what can be seen, keep the file small.
  private static let steps = 2048.0
  /// Smallest alpha that is written.
  private static let faintest = (SVGAPlayers.faintestAlpha * steps).rounded(.up) / steps

  /// Whether a sprite is drawn at all. Between hidden and the faintest alpha, the nearer one is taken: an error of at
  /// most 0.025.
  static func isDrawn(_ opacity: Double) -> Bool { opacity >= SVGAPlayers.faintestAlpha / 2 }

  /// Alpha for an opacity that is drawn, rounded.
  static func value(_ opacity: Double) -> Float { Float(min(1, max(faintest, (opacity * steps).rounded() / steps))) }

  /// An alpha of a movie, rounded without crossing the threshold below which the Web players hide a sprite.
  static func rounded(_ alpha: Float) -> Float {
    guard alpha.isFinite else { return alpha }
    let opacity = Double(min(1, alpha))
    return opacity >= SVGAPlayers.faintestAlpha
      ? value(opacity) : Float(max(1, (opacity * steps).rounded(.down)) / steps)
  }
}
