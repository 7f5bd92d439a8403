internal import KilnPixels

extension BlendMode {
  private static let lottieOrder: [BlendMode] = [
    .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight,
    .difference, .exclusion, .hue, .saturation, .color, .luminosity, .add, .hardMix,
  ]

  /// The mode of a layer's, group's or style's `bm`, if it is drawn.
  private static func drawn(_ code: Int, _ rules: FidelityRules) -> BlendMode? {
    guard lottieOrder.indices.contains(code) else { return nil }
    return switch lottieOrder[code] {
    case .add, .hardMix: rules.drawsAddAndHardMix ? lottieOrder[code] : nil
    case let mode: mode
    }
  }

  /// The mode of a layer's, group's or style's `bm`.
  init(lottie code: Int, _ rules: FidelityRules) { self = Self.drawn(code, rules) ?? .normal }

  /// Name in After Effects of the mode with a number; nil if there is none.
  static func lottieName(_ code: Int) -> String? {
    lottieOrder.indices.contains(code) ? lottieOrder[code].displayName : nil
  }

  /// Whether the mode of a number other than normal's is drawn as normal.
  static func isIgnored(lottie code: Int, _ rules: FidelityRules) -> Bool { drawn(code, rules) == nil }
}
