internal import Geometry
internal import LottieFormat

/// A repeater over time: where its copies are, and how opaque.
///
/// A class, because each copy refers to its many tracks.
final class RepeaterTrack {
  private let copies: Track<Double>
  private let offset: Track<Double>
  private let anchor: VectorTrack
  private let position: PositionTrack
  private let scale: VectorTrack
  private let rotation: Track<Double>
  private let topOpacity: Track<Double>
  private let bottomOpacity: Track<Double>
  /// Whether each copy lies below the one before.
  let isFirstOnTop: Bool

  init(_ item: RepeaterItem) {
    copies = Track(item.copies)
    offset = Track(item.offset)
    anchor = VectorTrack(item.step.anchor)
    position = PositionTrack(item.step.position)
    scale = VectorTrack(item.step.scale)
    rotation = Track(item.step.rotation)
    topOpacity = Track(item.topOpacity)
    bottomOpacity = Track(item.bottomOpacity)
    isFirstOnTop = item.isFirstOnTop
  }

  /// As many copies as there are at any keyframe.
  var largestCount: Int { Self.count(copies.segments.flatMap { [$0.start, $0.end] }.max() ?? copies.fixed) }

  func isOpaque(copy: Int) -> Bool {
    ![copies, topOpacity, bottomOpacity].contains(where: \.isAnimated) && opacity(ofCopy: copy, at: 0) == 1
  }

  /// Whether a copy's place changes over time.
  func isMoving(copy: Int) -> Bool {
    // A copy in the original's place does not move, whatever the step does.
    if !offset.isAnimated, Steps(ofCopy: copy, offset: offset.fixed).isNone { return false }
    return offset.isAnimated || anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated
  }

  /// When any copy's place changes, or their number.
  var changes: ChangeTimes {
    ChangeTimes(anyOf: [
      copies.changes, offset.changes, anchor.changes, position.changes, scale.changes, rotation.changes,
    ])
  }

  /// Whether copies come and go.
  var isCountAnimated: Bool { copies.isAnimated }

  func isPresent(copy: Int, at time: Double) -> Bool { copy < Self.count(copies.value(at: time)) }

  /// A copy's opacity as a factor: from the topmost copy's to the one's at the bottom; 0 for copies beyond the last.
  func opacity(ofCopy copy: Int, at time: Double) -> Double {
    let count = Self.count(copies.value(at: time))
    guard copy < count else { return 0 }
    let top = topOpacity.value(at: time)
    guard count > 1 else { return top.fromOpacityPercent }
    let fraction = Double(isFirstOnTop ? copy : count - 1 - copy) / Double(count - 1)
    return (top + (bottomOpacity.value(at: time) - top) * fraction).fromOpacityPercent
  }

  /// Original → copy: turn about the anchor, then scale about it, then move. All steps are alike: a turn or scale does
  /// not change the way of the next.
  func matrix(ofCopy copy: Int, at time: Double) -> Affine {
    let steps = Steps(ofCopy: copy, offset: offset.value(at: time))
    let anchor = anchor.value(at: time)
    let position = position.value(at: time)
    let scale = scale.value(at: time)
    return .translation(position.x * steps.total, position.y * steps.total) * .translation(anchor.x, anchor.y)
      * .scale(steps.power(of: scale.x.fromPercent), steps.power(of: scale.y.fromPercent))
      * .rotation(radians: rotation.value(at: time).fromDegrees * steps.total) * .translation(-anchor.x, -anchor.y)
  }

  /// A part of a copy counts as a whole one.
  private static func count(_ copies: Double) -> Int { Int(clamping: copies.rounded(.up), to: 0...1_000_000_000) }
}

/// How many steps a copy is away from the original.
private struct Steps {
  private var whole: Double
  /// −1…1, with the offset's sign.
  private let fraction: Double

  init(ofCopy copy: Int, offset: Double) {
    whole = offset.rounded(.towardZero)
    fraction = offset - whole
    let copy = Double(copy)
    // With a negative whole offset lottie-web puts two copies in the original's place.
    whole += fraction == 0 && whole < 0 && copy > -whole ? copy - 1 : copy
  }

  var total: Double { whole + fraction }
  var isNone: Bool { total == 0 }

  /// A factor as often as there are steps; part of a step takes it in proportion.
  func power(of factor: Double) -> Double {
    let part = 1 + (factor - 1) * abs(fraction)
    return Scalar.power(factor, whole) * (fraction < 0 ? 1 / part : part)
  }
}
