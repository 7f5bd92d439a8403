internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// A paint that covers a layer over time.
struct StyleOverlay {
  private enum Colors {
    case solid(Track<LottieColor>)
    case gradient(OverlayGradientFormula)
  }

  private let colors: Colors
  private let opacity: Track<Double>
  let blendMode: BlendMode

  /// Nil if the style is no overlay.
  init?(_ style: LottieLayerStyle, _ expressions: ExpressionRunner?) {
    var parts = TrackParts(expressions)
    switch style.kind {
    case .colorOverlay(let color, let opacity):
      colors = .solid(Track(color, &parts))
      self.opacity = Track(opacity, &parts)
    case .gradientOverlay(let gradient):
      colors = .gradient(OverlayGradientFormula(gradient, &parts))
      opacity = Track(gradient.opacity, &parts)
    case .stroke, .dropShadow, .other: return nil
    }
    blendMode = style.mode ?? .normal
  }

  /// Whether only the paint is seen, and nothing of the layer's own colours.
  var hidesColors: Bool {
    guard opacity.constant == 100, blendMode == .normal else { return false }
    if case .gradient(let gradient) = colors { return gradient.isOpaque }
    return true
  }

  /// Whether the colours are a gradient.
  var isGradient: Bool {
    if case .gradient = colors { true } else { false }
  }

  /// Colour that replaces all of the layer's; nil if others are seen, too.
  var onlyColor: Track<LottieColor>? {
    guard hidesColors, case .solid(let color) = colors else { return nil }
    return color
  }

  /// The paint at a time; nil if it is transparent everywhere.
  ///
  /// - Parameters:
  ///   - layer: Bounds of the layer in its own space.
  ///   - composition: Bounds of its composition, in the layer's space.
  func paint(at time: Double, in context: EvaluationContext, layer: Rect, composition: Rect) -> Paint? {
    let opacity = opacity.value(at: time, in: context).fromOpacityPercent
    guard opacity > 0 else { return nil }
    switch colors {
    case .solid(let track):
      return .solid(StraightColor(track.value(at: time, in: context), alpha: opacity))
    case .gradient(let formula):
      return formula.paint(
        at: time, in: context, over: formula.isAligned ? layer : composition, opacity: opacity)
    }
  }
}

/// The tracks of a gradient that spans a rectangle.
struct OverlayGradientFormula {
  private let form: LottieGradientOverlay.Form
  private let stops: GradientStopsFormula
  private let angle: Track<Double>
  private let scale: Track<Double>
  private let offset: VectorTrack
  private let isReversed: Bool
  /// Whether it spans the layer, not the composition.
  let isAligned: Bool
  /// Whether no stop is ever translucent.
  let isOpaque: Bool

  init(_ overlay: LottieGradientOverlay, _ parts: inout TrackParts) {
    form = overlay.form
    stops = GradientStopsFormula(overlay.stops, colorCount: overlay.colorCount, &parts)
    angle = Track(overlay.angle, &parts)
    scale = Track(overlay.scale, &parts)
    offset = VectorTrack(overlay.offset, &parts)
    (isReversed, isAligned) = (overlay.isReversed, overlay.isAligned)
    isOpaque = stops.isOpaque
  }

  /// The gradient at a time; nil if it is transparent everywhere.
  func paint(at time: Double, in context: EvaluationContext, over box: Rect, opacity: Double) -> Paint? {
    var stops = stops.value(at: time, in: context)
    for index in stops.indices { stops[index].color.alpha *= opacity }
    if isReversed { stops = stops.reversed().map { Gradient.Stop(offset: 1 - $0.offset, color: $0.color) } }
    guard let last = stops.last else { return nil }
    let angle = angle.value(at: time, in: context).fromDegrees
    let (sine, cosine) = Scalar.sineCosine(angle)
    let extent = abs(box.width * cosine) + abs(box.height * sine)
    let reach = Point(cosine, -sine) * (extent / 2 * scale.value(at: time, in: context).fromPercent)
    let shift = offset.value(at: time, in: context).point
    let center = box.center + Point(shift.x.fromPercent * box.width, shift.y.fromPercent * box.height)
    guard reach != .zero else { return last.color.alpha > 0 ? .solid(last.color) : nil }
    let gradient =
      switch form {
      case .linear: Gradient(.linear(start: center - reach, end: center + reach), stops: stops)
      case .reflected: Gradient(.linear(start: center - reach, end: center + reach), stops: Self.reflected(stops))
      case .radial, .angle, .diamond:
        Gradient(.radial(center: center, radius: center.distance(to: center + reach), focus: center), stops: stops)
      }
    return gradient.isTransparent ? nil : .gradient(gradient)
  }

  /// The stops from the middle to both ends.
  private static func reflected(_ stops: [Gradient.Stop]) -> [Gradient.Stop] {
    let before = stops.reversed().map { Gradient.Stop(offset: (1 - $0.offset) / 2, color: $0.color) }
    return before + stops.map { Gradient.Stop(offset: (1 + $0.offset) / 2, color: $0.color) }
  }
}
