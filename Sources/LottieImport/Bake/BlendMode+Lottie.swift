internal import TimelineModel

extension BlendMode {
  private static let lottieOrder: [BlendMode] = [
    .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight,
    .difference, .exclusion, .hue, .saturation, .color, .luminosity,
  ]

  /// The mode of a layer's, group's or style's `bm`. Add (16) and hard mix (17) are normal in lottie-web.
  init(lottie code: Int) {
    self = Self.lottieOrder.indices.contains(code) ? Self.lottieOrder[code] : .normal
  }

  /// Whether lottie-web takes the number for normal although it is another mode.
  static func isIgnored(lottie code: Int) -> Bool { !lottieOrder.indices.contains(code) }
}
