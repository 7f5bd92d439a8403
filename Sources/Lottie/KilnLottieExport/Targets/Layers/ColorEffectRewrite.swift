internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPixels
internal import KilnRasterizer

/// Colours as the effects Fill, Tint and Tritone leave them, in place of these.
///
/// The effect of a precomposition that is used once goes to its layers first.
struct ColorEffectRewrite: TargetRewrite {
  let features = ["effectColor"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("effectColor") else { return }
    let uses = Dictionary(
      draft.compositions.flatMap { $0.layers.compactMap(\.compositionID) }.map { ($0, 1) }, uniquingKeysWith: +)
    try draft.eachLayer { draft, layer, _ in
      let effects = layer.effects.filter { !$0.isControl }
      guard let effect = effects.first(where: { [20, 21, 23].contains($0.type) }) else { return }
      if let reason = edit(layer, effect, isAlone: effects.count == 1, uses, &draft) {
        draft.refuse("effectColor", layer, because: reason)
      }
    }
  }

  /// - Returns: Why nothing is changed; nil if the effect goes away.
  private func edit(
    _ layer: LottieLayer, _ effect: LottieEffect, isAlone: Bool, _ uses: [String: Int], _ draft: inout RewriteDraft
  ) -> String? {
    let json = draft.json(effect.node)
    if draft.hasExpressions(json) { return "an expression sets a value of the effect" }
    if !effect.isEnabled, draft.settings.fidelity == .afterEffects {
      draft.edits.remove(json)
      return nil
    }
    guard isAlone else { return "the layer has other effects, too" }
    guard let change = ColorChange(effect) else { return "the effect changes over time, or is not opaque" }
    switch layer.content {
    case .shapes:
      let items = ShapeList.all(of: layer, draft.json(layer.node)).flatMap {
        $0.json.children.filter { $0.kind == .object }
      }
      guard items.allSatisfy({ canChange($0, draft) }) else { return "a gradient or colour changes over time" }
      for item in items { apply(change, to: item, draft.document.version, &draft) }
    case .solid(_, _, let color):
      guard let text = draft.json(layer.node)["sc"] else { return "the layer has no colour" }
      draft.edits.replace(text, by: "\"\(change.changed(color).hexadecimal)\"")
    case .precomposition(let asset, _, _, _):
      guard uses[asset] == 1, let inner = draft.compositions.first(where: { $0.id == asset }) else {
        return "its composition is used by other layers, too"
      }
      guard inner.layers.allSatisfy({ $0.effects.allSatisfy(\.isControl) }) else {
        return "layers of its composition have effects, too"
      }
      pushDown(json, to: inner, &draft)
    case .null, .audio: break
    case .image: return "it is an image"
    case .text, .other: return "it is no shape layer"
    }
    draft.edits.remove(json)
    return nil
  }

  private func pushDown(_ effect: JSONValue, to composition: DocumentComposition, _ draft: inout RewriteDraft) {
    let text = String(decoding: effect.source, as: UTF8.self)
    for layer in composition.layers {
      let json = draft.json(layer.node)
      guard layer.content.isPainted else { continue }
      draft.edits.removeMembers("ef", of: json)
      draft.edits.addMember("ef", "[\(text)]", to: json)
    }
  }

  private func canChange(_ item: JSONValue, _ draft: RewriteDraft) -> Bool {
    switch item.string("ty") {
    case "fl", "st": item["c"].map { !draft.hasExpressions($0) } ?? true
    case "gf", "gs": item["g"]?["k"]?["k"]?.firstNumber != nil
    default: true
    }
  }

  private func apply(_ change: ColorChange, to item: JSONValue, _ version: LottieVersion, _ draft: inout RewriteDraft) {
    switch item.string("ty") {
    case "fl", "st":
      guard let content = item["c"]?["k"] else { return }
      let values =
        content.firstNumber != nil
        ? [content] : content.children.flatMap { [$0["s"], $0["e"]].compactMap(\.self) }
      let scale = version.isBefore(4, 1, 9) ? 255.0 : 1
      for value in values {
        guard let color = LottieColor(lottie: value) else { continue }
        let changed = change.changed(color / scale) * scale
        draft.edits.replace(value, by: EditText.colors([changed[0], changed[1], changed[2], scale]))
      }
    case "gf", "gs":
      guard let count = item["g"]?["p"], let content = item["g"]?["k"]?["k"], let numbers = content.numbers else {
        return
      }
      let old = (0..<max(0, min(count.integer ?? 0, numbers.count / 4))).map {
        numbers[$0 * 4..<$0 * 4 + 4].map(\.self)
      }
      let stops = Self.stops(old, change)
      let colors = stops.flatMap { [$0[0]] + $0[1...].map(EditText.color) }
      draft.edits.replace(count, by: "\(stops.count)")
      draft.edits.replace(content, by: EditText.array(colors + numbers[(old.count * 4)...], decimals: 4))
    default: break
    }
  }

  /// Times that the space between two stops is halved at most.
  private static let maximumDepth = 4
  /// Difference of a channel that is not seen.
  private static let tolerance = 1.5 / 255

  /// Changed stops of a gradient, with more of them where the changed colour between two is not on the line.
  private static func stops(_ old: [[Double]], _ change: ColorChange) -> [[Double]] {
    func changed(_ stop: [Double]) -> [Double] {
      let color = change.changed([stop[1], stop[2], stop[3], 1], isCut: false)
      return [stop[0], color[0], color[1], color[2]]
    }
    func inner(_ from: [Double], _ to: [Double], _ depth: Int) -> [[Double]] {
      guard depth < maximumDepth, to[0] > from[0] else { return [] }
      let middle = zip(from, to).map { ($0 + $1) / 2 }
      let deep = inner(from, middle, depth + 1)
      let rest = inner(middle, to, depth + 1)
      let isOnLine = zip(changed(middle), zip(changed(from), changed(to))).dropFirst()
        .allSatisfy { abs($0 - ($1.0 + $1.1) / 2) <= tolerance }
      return isOnLine && deep.isEmpty && rest.isEmpty ? [] : deep + [changed(middle)] + rest
    }
    guard let first = old.first else { return [] }
    return [changed(first)] + zip(old, old.dropFirst()).flatMap { inner($0, $1, 0) + [changed($1)] }
  }
}

/// What an effect makes of a colour.
private enum ColorChange {
  case fill(LottieColor)
  case tint(black: LottieColor, white: LottieColor, amount: Double)
  case tritone(highlights: LottieColor, midtones: LottieColor, shadows: LottieColor)

  /// Nil if the effect changes over time, or makes the layer translucent.
  init?(_ effect: LottieEffect) {
    func color(_ position: Int) -> LottieColor? {
      guard effect.parameters.indices.contains(position), case .color(let property) = effect.parameters[position],
        !property.isAnimated
      else { return nil }
      return property.value
    }
    func number(_ position: Int) -> Double? {
      guard effect.parameters.indices.contains(position), case .number(let property) = effect.parameters[position],
        !property.isAnimated
      else { return nil }
      return property.value
    }
    switch effect.type {
    case 20:
      guard let black = color(0), let white = color(1), let amount = number(2) else { return nil }
      self = .tint(black: black, white: white, amount: max(0, min(1, amount / 100)))
    case 21:
      guard let color = color(2), number(6) == 1 else { return nil }
      self = .fill(color)
    case 23:
      guard let highlights = color(0), let midtones = color(1), let shadows = color(2) else { return nil }
      self = .tritone(highlights: highlights, midtones: midtones, shadows: shadows)
    default: return nil
    }
  }

  /// The colour that is seen in place of another one, as the renderer makes it of a pixel: in whole levels.
  ///
  /// - Parameter isCut: Whether the levels of the other colour are cut down and not rounded, as players do with fills and not
  ///   with stops of gradients.
  func changed(_ color: LottieColor, isCut: Bool = true) -> LottieColor {
    func byte(_ component: Double) -> UInt32 {
      UInt32(max(0, min(255, isCut ? (component * 255 + 1e-6).rounded(.down) : (component * 255).rounded())))
    }
    if case .fill(let fill) = self { return (fill * 255).rounded(.toNearestOrAwayFromZero) / 255 }
    var pixel = Pixmap(width: 1, height: 1)
    guard color[0].isFinite, color[1].isFinite, color[2].isFinite else { return color }
    pixel.pixels[0] = byte(color[0]) | byte(color[1]) << 8 | byte(color[2]) << 16 | 255 << 24
    switch self {
    case .fill: break
    case .tint(let black, let white, let amount):
      pixel.tint(black: SIMD4<Float>(black), white: SIMD4<Float>(white), amount: Float(amount), showsPicture: true)
    case .tritone(let highlights, let midtones, let shadows):
      pixel.tritone(
        shadows: SIMD4<Float>(shadows), midtones: SIMD4<Float>(midtones), highlights: SIMD4<Float>(highlights))
    }
    let result = pixel.pixels[0]
    return LottieColor(Double(result & 255), Double(result >> 8 & 255), Double(result >> 16 & 255), 255) / 255
  }
}

extension LottieColor {
  /// Red, green and blue as `#rrggbb`.
  fileprivate var hexadecimal: String {
    (0..<3).reduce("#") { text, channel in
      let value = self[channel].isFinite ? Swift.max(0, Swift.min(255, (self[channel] * 255).rounded())) : 0
      let digits = String(Int(value), radix: 16)
      return text + (digits.count < 2 ? "0" : "") + digits
    }
  }
}

extension LottieLayer {
  /// ID of the composition that the layer shows; nil for other layers.
  var compositionID: String? {
    if case .precomposition(let asset, _, _, _) = content { asset } else { nil }
  }
}

extension LottieLayer.Content {
  /// Whether it has colours.
  fileprivate var isPainted: Bool {
    switch self {
    case .precomposition, .solid, .image, .shapes, .text: true
    case .null, .audio, .other: false
    }
  }
}
