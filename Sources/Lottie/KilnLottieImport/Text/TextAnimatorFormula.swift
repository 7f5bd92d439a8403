internal import KilnLottieFormat

/// The tracks of a text animator.
struct TextAnimatorFormula: TrackFormula {
  /// An animator at one time.
  struct State {
    /// Changes of a letter of weight 1; nil for what is not changed. Angles in radians.
    var anchor: LottieVector?
    var position: LottieVector?
    /// Scale factors of a letter of weight 1.
    var scale: LottieVector?
    var skew: (angle: Double, axis: Double)?
    var rotation: Double?
    var rotationX: Double?
    var rotationY: Double?
    var opacity: Double?
    var fill: LottieColor?
    var fillShift: ColorShift?
    var stroke: LottieColor?
    var strokeWidth: Double?
    var tracking: Double?
    var selector: TextSelector
    /// Weight of each letter of a text, by the selector; set for one text at a time.
    var weights: [Double] = []
  }

  private let selector: TextSelectorFormula
  private let anchor: VectorTrack?
  private let position: VectorTrack?
  private let scale: VectorTrack?
  private let rotation: Track<Double>?
  private let rotationX: Track<Double>?
  private let rotationY: Track<Double>?
  private let skew: Track<Double>?
  private let skewAxis: Track<Double>?
  private let opacity: Track<Double>?
  private let fill: Track<LottieColor>?
  private let fillHue: Track<Double>?
  private let fillSaturation: Track<Double>?
  private let fillBrightness: Track<Double>?
  private let stroke: Track<LottieColor>?
  private let strokeWidth: Track<Double>?
  private let tracking: Track<Double>?

  init(_ animator: LottieTextAnimator, _ parts: inout TrackParts) {
    let changes = animator.changes
    selector = TextSelectorFormula(animator.selector, &parts)
    anchor = changes.anchor.map { VectorTrack($0, &parts) }
    position = changes.position.map { VectorTrack($0, &parts) }
    scale = changes.scale.map { VectorTrack($0, &parts) }
    rotation = changes.rotation.map { Track($0, &parts) }
    rotationX = changes.rotationX.map { Track($0, &parts) }
    rotationY = changes.rotationY.map { Track($0, &parts) }
    skew = changes.skew.map { Track($0, &parts) }
    skewAxis = changes.skewAxis.map { Track($0, &parts) }
    opacity = changes.opacity.map { Track($0, &parts) }
    fill = changes.fill.map { Track($0, &parts) }
    fillHue = changes.fillHue.map { Track($0, &parts) }
    fillSaturation = changes.fillSaturation.map { Track($0, &parts) }
    fillBrightness = changes.fillBrightness.map { Track($0, &parts) }
    stroke = changes.stroke.map { Track($0, &parts) }
    strokeWidth = changes.strokeWidth.map { Track($0, &parts) }
    tracking = changes.tracking.map { Track($0, &parts) }
  }

  func value(at time: Double, in context: EvaluationContext) -> State {
    State(
      anchor: anchor?.value(at: time, in: context), position: position?.value(at: time, in: context),
      scale: scale.map { $0.value(at: time, in: context) / 100 },
      skew: skew.map {
        ($0.value(at: time, in: context).fromDegrees, skewAxis?.value(at: time, in: context).fromDegrees ?? 0)
      },
      rotation: rotation?.value(at: time, in: context).fromDegrees,
      rotationX: rotationX?.value(at: time, in: context).fromDegrees,
      rotationY: rotationY?.value(at: time, in: context).fromDegrees,
      opacity: opacity?.value(at: time, in: context).fromPercent,
      fill: fill?.value(at: time, in: context), fillShift: fillShift(at: time, in: context),
      stroke: stroke?.value(at: time, in: context),
      strokeWidth: strokeWidth?.value(at: time, in: context), tracking: tracking?.value(at: time, in: context),
      selector: selector.value(at: time, in: context))
  }

  private func fillShift(at time: Double, in context: EvaluationContext) -> ColorShift? {
    if fillHue == nil && fillSaturation == nil && fillBrightness == nil { return nil }
    return ColorShift(
      hue: (fillHue?.value(at: time, in: context) ?? 0) / 360,
      saturation: fillSaturation?.value(at: time, in: context).fromPercent ?? 0,
      brightness: fillBrightness?.value(at: time, in: context).fromPercent ?? 0)
  }
}
