internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat

/// A repeater over time: matrices and opacities of its copies.
///
/// A class, because each copy refers to its many tracks.
final class RepeaterTrack {
  /// Matrix and presence of the copies.
  let steps: CompositeTrack<RepeaterSteps>
  private let opacities: CompositeTrack<RepeaterOpacities>
  /// Whether each copy lies below the one before.
  let isFirstOnTop: Bool

  init(_ item: RepeaterItem, _ expressions: ExpressionRunner?) {
    steps = CompositeTrack(expressions) { RepeaterSteps(item, &$0) }
    opacities = CompositeTrack(expressions) { RepeaterOpacities(item, &$0) }
    isFirstOnTop = item.isFirstOnTop
  }

  /// The largest number of copies at any keyframe.
  var largestCount: Int { steps.formula.largestCount }

  /// Whether a copy's opacity is always 1.
  func isOpaque(copy: Int) -> Bool { !opacities.isAnimated && opacity(ofCopy: copy, at: 0, in: .constant) == 1 }

  /// A copy's opacity as a factor: from the topmost copy's to the one's at the bottom; 0 for copies beyond the last.
  func opacity(ofCopy copy: Int, at time: Double, in context: EvaluationContext) -> Double {
    let (count, top, bottom) = opacities.value(at: time, in: context)
    guard copy < count else { return 0 }
    guard count > 1 else { return top.fromOpacityPercent }
    let fraction = Double(isFirstOnTop ? copy : count - 1 - copy) / Double(count - 1)
    return (top + (bottom - top) * fraction).fromOpacityPercent
  }
}

/// Number of copies, and opacity in percent of the topmost and the bottommost one.
private struct RepeaterOpacities: TrackFormula {
  private let copies: Track<Double>
  private let top: Track<Double>
  private let bottom: Track<Double>

  init(_ item: borrowing RepeaterItem, _ parts: inout TrackParts) {
    copies = Track(item.copies, &parts)
    top = Track(item.topOpacity, &parts)
    bottom = Track(item.bottomOpacity, &parts)
  }

  func value(at time: Double, in context: EvaluationContext) -> (count: Int, top: Double, bottom: Double) {
    (
      RepeaterSteps.count(copies.value(at: time, in: context)), top.value(at: time, in: context),
      bottom.value(at: time, in: context)
    )
  }
}

/// The step from one copy of a repeater to the next.
struct RepeaterSteps: TrackFormula {
  private let copies: Track<Double>
  private let offset: Track<Double>
  private let anchor: VectorTrack
  private let position: PositionTrack
  private let scale: VectorTrack
  private let rotation: Track<Double>
  /// Whether a part other than the number of copies is animated.
  private let isStepAnimated: Bool

  init(_ item: borrowing RepeaterItem, _ parts: inout TrackParts) {
    var step = TrackParts(parts.expressions)
    offset = Track(item.offset, &step)
    anchor = VectorTrack(item.step.anchor, &step)
    position = PositionTrack(item.step.position, &step)
    scale = VectorTrack(item.step.scale, &step)
    rotation = Track(item.step.rotation, &step)
    isStepAnimated = step.isAnimated
    parts.add(step)
    copies = Track(item.copies, &parts)
  }

  /// The largest number of copies at any keyframe.
  var largestCount: Int { Self.count(copies.authoredValues.max() ?? copies.initial) }

  /// Whether a copy's matrix changes over time, or whether there is the copy.
  func isMoving(copy: Int) -> Bool {
    if copies.isAnimated { return true }
    // A copy zero steps away from the original does not move, whatever the step does.
    if let offset = offset.constant, StepCount(ofCopy: copy, offset: offset).isZero { return false }
    return isStepAnimated
  }

  /// The number of copies at a time.
  func count(at time: Double, in context: EvaluationContext) -> Int { Self.count(copies.value(at: time, in: context)) }

  func value(at time: Double, in context: EvaluationContext) -> Step {
    Step(
      offset: offset.value(at: time, in: context), anchor: anchor.value(at: time, in: context),
      position: position.value(at: time, in: context), scale: scale.value(at: time, in: context),
      rotation: rotation.value(at: time, in: context).fromDegrees)
  }

  /// A fractional copy counts as a whole one.
  fileprivate static func count(_ copies: Double) -> Int {
    Int(clamping: copies.rounded(.up), to: 0...1_000_000_000)
  }

  /// The step at one time.
  struct Step {
    /// Steps between the original and the first copy.
    var offset: Double
    var anchor: LottieVector
    var position: LottieVector
    /// Scale of one step, in percent.
    var scale: LottieVector
    /// Rotation of one step, in radians.
    var rotation: Double

    /// Original → copy: rotates and scales about the anchor, then moves. All steps are equal: a rotation or scale does not
    /// change the direction of the next step.
    func matrix(ofCopy copy: Int) -> Affine {
      let steps = StepCount(ofCopy: copy, offset: offset)
      return .translation(position.x * steps.total, position.y * steps.total) * .translation(anchor.x, anchor.y)
        * .scale(steps.power(of: scale.x.fromPercent), steps.power(of: scale.y.fromPercent))
        * .rotation(radians: rotation * steps.total) * .translation(-anchor.x, -anchor.y)
    }
  }
}

/// Number of steps between the original and a copy.
private struct StepCount {
  private var whole: Double
  /// −1…1, with the offset's sign.
  private let fraction: Double

  init(ofCopy copy: Int, offset: Double) {
    whole = offset.rounded(.towardZero)
    fraction = offset - whole
    let copy = Double(copy)
    // With a negative whole offset lottie-web makes two copies that coincide with the original.
    whole += fraction == 0 && whole < 0 && copy > -whole ? copy - 1 : copy
  }

  var total: Double { whole + fraction }
  var isZero: Bool { total == 0 }

  /// A factor to the power of the number of steps; a fraction of a step is interpolated linearly.
  func power(of factor: Double) -> Double {
    let part = 1 + (factor - 1) * abs(fraction)
    return Scalar.power(factor, whole) * (fraction < 0 ? 1 / part : part)
  }
}
