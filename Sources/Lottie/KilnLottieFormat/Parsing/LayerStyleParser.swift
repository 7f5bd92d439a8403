internal import KilnJSON

/// Reads a layer's styles.
struct LayerStyleParser {
  let properties: PropertyParser

  func styles(_ layer: JSONValue) -> [LottieLayerStyle] {
    (layer["sy"].map { Array($0.children) } ?? []).filter { $0.kind == .object }.map { style in
      LottieLayerStyle(kind: kind(style), blendMode: choice(style["bm"]), node: style.index)
    }
  }

  private func kind(_ style: JSONValue) -> LottieLayerStyle.Kind {
    let type = style.integer("ty") ?? -1
    switch type {
    case 0: return .stroke(size: number(style, "s", default: 3), color: color(style))
    case 1: return .dropShadow(shadow(style))
    case 7: return .colorOverlay(color(style), opacity: number(style, "so", default: 100))
    case 8: return .gradientOverlay(gradient(style))
    default: return .other(type)
    }
  }

  /// The members of a drop shadow; where one is missing, After Effects' value of a new style.
  private func shadow(_ style: JSONValue) -> LottieStyleShadow {
    LottieStyleShadow(
      color: color(style), opacity: number(style, "o", default: 75), angle: number(style, "a", default: 120),
      distance: number(style, "d", default: 5), size: number(style, "s", default: 5),
      spread: number(style, "ch", default: 0))
  }

  private func gradient(_ style: JSONValue) -> LottieGradientOverlay {
    let colors = style["gf"]
    return LottieGradientOverlay(
      form: choice(style["gt"]).flatMap(LottieGradientOverlay.Form.init) ?? .linear,
      opacity: number(style, "o", default: 100), colorCount: max(0, colors?.integer("p") ?? 0),
      stops: properties.property(colors ?? style, "k", default: LottieNumbers([])),
      angle: number(style, "a", default: 90), scale: number(style, "s", default: 100),
      offset: properties.property(style, "of", default: .zero), isReversed: choice(style["re"]) == 1,
      isAligned: choice(style["al"]) != 0)
  }

  private func number(
    _ style: JSONValue, _ name: JSONValue.Name, default fallback: Double
  ) -> LottieProperty<Double> {
    properties.property(style, name, default: fallback)
  }

  private func color(_ style: JSONValue) -> LottieProperty<LottieColor> {
    properties.property(style, "c", default: [0, 0, 0, 1])
  }

  /// The first value of a property whose values are whole numbers.
  private func choice(_ json: JSONValue?) -> Int? {
    guard let json else { return nil }
    let property: LottieProperty<Double> = properties.property(json, default: .nan)
    return Int(exactly: property.value)
  }
}
