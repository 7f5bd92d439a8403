internal import KilnGeometry
internal import KilnJSON

/// Reads a layer's effects.
struct EffectParser {
  let properties: PropertyParser

  func effects(_ layer: JSONValue) -> [LottieEffect] {
    (layer["ef"].map { Array($0.children) } ?? []).map { effect in
      LottieEffect(
        type: effect.integer("ty") ?? -1, name: effect.string("nm") ?? "", isControl: isControl(effect),
        isEnabled: effect["en"]?.isTruthy ?? true,
        parameters: effect["ef"].map { $0.children.map(parameter) } ?? [], region: effect["fs"].map(region),
        node: effect.index)
    }
  }

  private func isControl(_ effect: JSONValue) -> Bool {
    guard effect.integer("ty") == 5 else { return false }
    let name = effect.string("mn") ?? ""
    // After Effects, plug-ins, and the presets of After Effects.
    let isAdobe = name.hasPrefix("ADBE ") && name.hasSuffix(" Control")
    return name.isEmpty || isAdobe || name.hasPrefix("Pseudo/") || name.hasPrefix("ADBE CM ")
  }

  private func parameter(_ json: JSONValue) -> LottieEffect.Parameter {
    switch json.integer("ty") {
    case 0, 1, 4, 7, 10, 11: .number(properties.property(json, "v", default: 0))
    case 2: .color(properties.property(json, "v", default: [0, 0, 0, 1]))
    case 3: .point(properties.property(json, "v", default: .zero))
    default: .none
    }
  }

  /// Strings like `120%`; what is missing is the whole bounding box.
  private func region(_ json: JSONValue) -> Rect {
    func share(_ name: JSONValue.Name, default fallback: Double) -> Double {
      guard let text = json[name]?.string else { return json[name]?.number ?? fallback }
      return text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } ?? fallback : Double(text) ?? fallback
    }
    return Rect(
      x: share("x", default: 0), y: share("y", default: 0), width: share("width", default: 1),
      height: share("height", default: 1))
  }
}
