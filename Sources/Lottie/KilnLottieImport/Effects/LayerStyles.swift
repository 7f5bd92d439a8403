internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// A layer's styles over time: overlays, a line around it, a shadow below it. After Effects has this order, whatever the file's.
struct LayerStyles {
  /// From back to front.
  let overlays: [StyleOverlay]
  private let filters: CompositeTrack<StyleFilterFormula>

  init(_ styles: [LottieLayerStyle], _ rules: FidelityRules, _ expressions: ExpressionRunner?) {
    let styles = rules.drawsLayerStyles ? styles.filter { $0.unsupportedPart != .whole } : []
    // Gradients lie below colours.
    overlays = [8, 7].flatMap { type in styles.filter { $0.type == type }.compactMap { StyleOverlay($0, expressions) } }
    filters = CompositeTrack(expressions) { StyleFilterFormula(styles, &$0) }
  }

  var isEmpty: Bool { overlays.isEmpty && !hasFilters }
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
      let color = outline.color.value(at: time, in: context)
      return Filter.outline(
        StraightColor(red: color[0], green: color[1], blue: color[2]),
        radius: max(0, outline.radius.value(at: time, in: context)))
    }
    return lines + shadows.map { .shadow($0.value(at: time, in: context)) }
  }
}

/// The tracks of a drop shadow.
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
    let color = color.value(at: time, in: context)
    let (sine, cosine) = Scalar.sineCosine(angle.value(at: time, in: context).fromDegrees)
    return Filter.Shadow(
      color: StraightColor(
        red: color[0], green: color[1], blue: color[2],
        alpha: opacity.value(at: time, in: context).fromOpacityPercent),
      // Away from the light.
      offset: Point(-cosine, sine) * distance.value(at: time, in: context),
      // The blur reaches as far as its size.
      deviation: max(0, size.value(at: time, in: context) / 2), showsSource: true)
  }
}

extension LottieLayerStyle {
  /// What of a style is not drawn.
  enum UnsupportedPart: Equatable {
    case whole
    /// It is drawn, but not this of it.
    case setting(String)
  }

  /// What of the style is not drawn; nil if all is.
  var unsupportedPart: UnsupportedPart? {
    switch kind {
    case .other: return .whole
    case .gradientOverlay(let overlay) where overlay.form == .angle || overlay.form == .diamond: return .whole
    case .colorOverlay, .gradientOverlay:
      return mode == nil ? .setting("its blend mode") : nil
    case .dropShadow(let shadow):
      if !shadow.spread.isFixed(at: 0) { return .setting("its spread") }
      // Black darkens alike in both.
      let isDark = shadow.color.isAlwaysBlack && mode == .multiply
      return mode == .normal || isDark ? nil : .setting("its blend mode")
    case .stroke: return nil
    }
  }

  /// The blend mode; nil if it is not drawn.
  var mode: BlendMode? { blendMode.map { Self.modes[$0] } ?? .normal }

  /// After Effects' numbers of blend modes, with gaps for the lines of its menu.
  private static let modes: [Int: BlendMode] = [
    1: .normal, 4: .darken, 5: .multiply, 6: .colorBurn, 10: .lighten, 11: .screen, 12: .colorDodge, 13: .add,
    16: .overlay, 17: .softLight, 18: .hardLight, 22: .hardMix, 24: .difference, 25: .exclusion,
  ]

  /// `ty`.
  var type: Int {
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

extension LottieProperty<LottieColor> {
  fileprivate var isAlwaysBlack: Bool {
    keyframes.isEmpty && expression == nil && value[0] == 0 && value[1] == 0 && value[2] == 0
  }
}

extension LottieProperty where Value: Equatable {
  /// Whether it always has a value.
  fileprivate func isFixed(at value: Value) -> Bool { keyframes.isEmpty && expression == nil && self.value == value }
}
