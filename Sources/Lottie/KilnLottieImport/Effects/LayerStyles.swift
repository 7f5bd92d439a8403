internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// Layer styles over time: overlays, a line around the layer, a shadow below it. After Effects has this order, whatever the
/// file's.
struct LayerStyles {
  /// Overlays from back to front.
  let overlays: [StyleOverlay]
  private let filters: CompositeTrack<StyleFilterFormula>

  /// Nil if no style is drawn.
  init?(_ styles: [LottieLayerStyle], _ rules: FidelityRules, _ expressions: ExpressionRunner?) {
    guard rules.drawsLayerStyles, !styles.isEmpty else { return nil }
    let styles = styles.filter { $0.unsupportedPart != .whole }
    let overlays = styles.compactMap { StyleOverlay($0, expressions) }
    // After Effects draws colours over gradients.
    self.overlays = overlays.filter(\.isGradient) + overlays.filter { !$0.isGradient }
    filters = CompositeTrack(expressions) { StyleFilterFormula(styles, &$0) }
  }

  /// Whether there is a line or a shadow.
  var hasFilters: Bool { !filters.formula.isEmpty }

  /// The line and the shadow.
  func chain(at time: Double, in context: EvaluationContext) -> FilterChain {
    FilterChain(filters.value(at: time, in: context), region: .everywhere)
  }
}

/// The tracks of lines around a layer and of shadows below it.
struct StyleFilterFormula: TrackFormula {
  private let outlines: [(radius: Track<Double>, color: Track<LottieColor>)]
  private let shadows: [StyleShadowFormula]

  init(_ styles: [LottieLayerStyle], _ parts: inout TrackParts) {
    var outlines: [(radius: Track<Double>, color: Track<LottieColor>)] = []
    var shadows: [StyleShadowFormula] = []
    for style in styles {
      switch style.kind {
      case .stroke(let size, let color): outlines.append((Track(size, &parts), Track(color, &parts)))
      case .dropShadow(let shadow): shadows.append(StyleShadowFormula(shadow, &parts))
      case .colorOverlay, .gradientOverlay, .other: break
      }
    }
    (self.outlines, self.shadows) = (outlines, shadows)
  }

  var isEmpty: Bool { outlines.isEmpty && shadows.isEmpty }

  func value(at time: Double, in context: EvaluationContext) -> [Filter] {
    let lines = outlines.map { outline in
      Filter.outline(
        StraightColor(outline.color.value(at: time, in: context)),
        radius: max(0, outline.radius.value(at: time, in: context)))
    }
    return lines + shadows.map { .shadow($0.value(at: time, in: context)) }
  }
}

/// The tracks of the layer style Drop Shadow. The effect of that name has other units and another origin of its angle.
struct StyleShadowFormula: TrackFormula {
  private let color: Track<LottieColor>
  private let opacity: Track<Double>
  private let angle: Track<Double>
  private let distance: Track<Double>
  private let size: Track<Double>

  init(_ shadow: LottieStyleShadow, _ parts: inout TrackParts) {
    color = Track(shadow.color, &parts)
    opacity = Track(shadow.opacity, &parts)
    angle = Track(shadow.angle, &parts)
    distance = Track(shadow.distance, &parts)
    size = Track(shadow.size, &parts)
  }

  func value(at time: Double, in context: EvaluationContext) -> Filter.Shadow {
    let (sine, cosine) = Scalar.sineCosine(angle.value(at: time, in: context).fromDegrees)
    return Filter.Shadow(
      color: StraightColor(
        color.value(at: time, in: context), alpha: opacity.value(at: time, in: context).fromOpacityPercent),
      // Away from the light.
      offset: Point(-cosine, sine) * distance.value(at: time, in: context),
      // The blur reaches as far as its size.
      deviation: max(0, size.value(at: time, in: context) / 2), showsSource: true)
  }
}

extension LottieLayerStyle {
  /// Part of a style that is not drawn.
  enum UnsupportedPart: Equatable {
    /// All of it.
    case whole
    /// One of its settings, in words.
    case setting(String)
  }

  /// Part of the style that is not drawn; nil if all of it is.
  var unsupportedPart: UnsupportedPart? {
    switch kind {
    case .other: return .whole
    case .gradientOverlay(let overlay) where overlay.form == .angle || overlay.form == .diamond: return .whole
    case .colorOverlay, .gradientOverlay:
      return mode == nil ? .setting("its blend mode") : nil
    case .dropShadow(let shadow):
      if shadow.spread.fixedValue != 0 { return .setting("its spread") }
      // Black multiplied is black drawn over.
      let isBlack = shadow.color.fixedValue.map { $0[0] == 0 && $0[1] == 0 && $0[2] == 0 } ?? false
      return mode == .normal || mode == .multiply && isBlack ? nil : .setting("its blend mode")
    case .stroke: return nil
    }
  }

  /// The blend mode; nil if it is not drawn.
  var mode: BlendMode? { blendMode.map { Self.modes[$0] } ?? .normal }

  /// Blend modes by their numbers in After Effects, which counts the lines of its menu.
  private static let modes: [Int: BlendMode] = [
    1: .normal, 4: .darken, 5: .multiply, 6: .colorBurn, 10: .lighten, 11: .screen, 12: .colorDodge, 13: .add,
    16: .overlay, 17: .softLight, 18: .hardLight, 22: .hardMix, 24: .difference, 25: .exclusion,
  ]

  /// Number of the kind, `ty`.
  private var type: Int {
    switch kind {
    case .stroke: 0
    case .dropShadow: 1
    case .colorOverlay: 7
    case .gradientOverlay: 8
    case .other(let type): type
    }
  }

  /// Name in the user interface of After Effects.
  var displayName: String {
    let names = [
      "Stroke", "Drop Shadow", "Inner Shadow", "Outer Glow", "Inner Glow", "Bevel and Emboss", "Satin", "Color Overlay",
      "Gradient Overlay",
    ]
    return names.indices.contains(type) ? names[type] : "of type \(type)"
  }
}

extension LottieProperty {
  /// Value at all times; nil if it is animated or has an expression.
  fileprivate var fixedValue: Value? { keyframes.isEmpty && expression == nil ? value : nil }
}
