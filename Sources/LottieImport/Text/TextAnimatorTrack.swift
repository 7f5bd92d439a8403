internal import Geometry
internal import LottieFormat

/// What an animator does to the letters that its selector chooses, over time.
struct TextAnimatorTrack {
  /// An animator at one time.
  struct State {
    /// What happens to a letter at full weight; nil for what stays as it is.
    var anchor: LottieVector?
    var position: LottieVector?
    /// Factors.
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
    /// By how much each letter changes.
    var weights: [Double]
  }

  let selector: TextSelectorTrack
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

  init(_ animator: LottieTextAnimator) {
    let changes = animator.changes
    selector = TextSelectorTrack(animator.selector)
    anchor = changes.anchor.map(VectorTrack.init)
    position = changes.position.map(VectorTrack.init)
    scale = changes.scale.map(VectorTrack.init)
    rotation = changes.rotation.map(Track.init)
    rotationX = changes.rotationX.map(Track.init)
    rotationY = changes.rotationY.map(Track.init)
    skew = changes.skew.map(Track.init)
    skewAxis = changes.skewAxis.map(Track.init)
    opacity = changes.opacity.map(Track.init)
    fill = changes.fill.map(Track.init)
    fillHue = changes.fillHue.map(Track.init)
    fillSaturation = changes.fillSaturation.map(Track.init)
    fillBrightness = changes.fillBrightness.map(Track.init)
    stroke = changes.stroke.map(Track.init)
    strokeWidth = changes.strokeWidth.map(Track.init)
    tracking = changes.tracking.map(Track.init)
  }

  var isAnimated: Bool {
    selector.isAnimated || [anchor, position, scale].contains { $0?.isAnimated ?? false }
      || [fill, stroke].contains { $0?.isAnimated ?? false }
      || [
        rotation, rotationX, rotationY, skew, skewAxis, opacity, fillHue, fillSaturation, fillBrightness, strokeWidth,
        tracking,
      ].contains { $0?.isAnimated ?? false }
  }

  func state(_ units: TextUnits, at time: Double) -> State {
    State(
      anchor: anchor?.value(at: time), position: position?.value(at: time),
      scale: scale.map { $0.value(at: time) / 100 },
      skew: skew.map { ($0.value(at: time).fromDegrees, skewAxis?.value(at: time).fromDegrees ?? 0) },
      rotation: rotation?.value(at: time).fromDegrees, rotationX: rotationX?.value(at: time).fromDegrees,
      rotationY: rotationY?.value(at: time).fromDegrees, opacity: opacity?.value(at: time).fromPercent,
      fill: fill?.value(at: time), fillShift: fillShift(at: time), stroke: stroke?.value(at: time),
      strokeWidth: strokeWidth?.value(at: time), tracking: tracking?.value(at: time),
      weights: selector.weights(units, at: time))
  }

  private func fillShift(at time: Double) -> ColorShift? {
    if fillHue == nil && fillSaturation == nil && fillBrightness == nil { return nil }
    return ColorShift(
      hue: (fillHue?.value(at: time) ?? 0) / 360, saturation: fillSaturation?.value(at: time).fromPercent ?? 0,
      brightness: fillBrightness?.value(at: time).fromPercent ?? 0)
  }
}
