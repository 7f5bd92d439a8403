internal import SVGAFormat

/// Opacity as the players take it.
enum PlayerAlpha {
  /// Steps of an eighth of an 8-bit level, close to what can be seen, keep the file small.
  private static let steps = 2048.0
  /// The Web players hide what is fainter.
  private static let faintest = (SVGAPlayers.faintestAlpha * steps).rounded(.up) / steps

  /// Whether a sprite is drawn at all. Between hidden and the faintest alpha, the nearer one is taken: an error of at
  /// most 0.025.
  static func isDrawn(_ opacity: Double) -> Bool { opacity >= SVGAPlayers.faintestAlpha / 2 }

  /// What is written for an opacity that is drawn.
  static func value(_ opacity: Double) -> Float { Float(min(1, max(faintest, (opacity * steps).rounded() / steps))) }

  /// An alpha above 0 that is written already, rounded, on its own side of the faintest that Web draws.
  static func rounded(_ alpha: Float) -> Float {
    guard alpha.isFinite else { return alpha }
    let opacity = Double(min(1, alpha))
    return opacity >= SVGAPlayers.faintestAlpha
      ? value(opacity) : Float(max(1, (opacity * steps).rounded(.down)) / steps)
  }
}
