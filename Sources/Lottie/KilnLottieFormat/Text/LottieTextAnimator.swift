/// Text animator, `a[i]` of a text: changes of the characters that a selector chooses.
public struct LottieTextAnimator: Sendable {
  /// `nm`; empty if missing.
  public var name: String
  /// `s`: the weight of the changes for each character.
  public var selector: LottieTextSelector
  /// `a`: the changes at full weight.
  public var changes: LottieTextChanges
  /// Keys in `a` that are not read, for findings.
  public var otherChanges: [String]
}

/// Range selector, `s` of an animator: the weight of each character.
public struct LottieTextSelector: Sendable {
  /// `b`: what counts as one unit.
  public enum Basis: Int, Sendable {
    /// A character, spaces included.
    case characters = 1
    /// A character that is no space.
    case charactersWithoutSpaces = 2
    /// A word.
    case words = 3
    /// A line.
    case lines = 4
  }

  /// Shape of the weights over the range, `sh`.
  public enum Form: Int, Sendable {
    /// Full weight within the range.
    case square = 1
    /// From none at the start to full at the end, and after it.
    case rampUp = 2
    /// From full at the start, and before it, to none at the end.
    case rampDown = 3
    /// Full in the middle, linear to both sides.
    case triangle = 4
    /// Full in the middle, a half circle to both sides.
    case round = 5
    /// Full in the middle, a cosine to both sides.
    case smooth = 6
  }

  /// `s`: start of the range, in percent or units.
  public var start: LottieProperty<Double>
  /// `e`: end of the range, in percent or units.
  public var end: LottieProperty<Double>
  /// `o`: added to both.
  public var offset: LottieProperty<Double>
  /// `r` is 2: start, end and offset count units.
  public var countsUnits: Bool
  /// `a`: factor on all weights, in percent.
  public var amount: LottieProperty<Double>
  /// `xe`: easing at full weight, −100…100.
  public var easeHigh: LottieProperty<Double>
  /// `ne`: easing at no weight, −100…100.
  public var easeLow: LottieProperty<Double>
  /// `sm`: smoothness of the `square` form, in percent.
  public var smoothness: LottieProperty<Double>
  /// `b`; nil for an unknown number.
  public var basis: Basis?
  /// `sh`; `square` if missing or unknown.
  public var form: Form
  /// `rn` is 1: the units are chosen in random order.
  public var isRandom: Bool
  /// `t` is 1: an expression gives the weights.
  public var isExpression: Bool
}

/// Changes of a character at full weight, `a` of an animator. Nil for properties that are not changed.
public struct LottieTextChanges: Sendable {
  /// `a`: shift of the anchor point in pixels.
  public var anchor: LottieProperty<LottieVector>?
  /// `p`: shift in pixels.
  public var position: LottieProperty<LottieVector>?
  /// `s` in percent.
  public var scale: LottieProperty<LottieVector>?
  /// `r` in degrees.
  public var rotation: LottieProperty<Double>?
  /// `rx` in degrees.
  public var rotationX: LottieProperty<Double>?
  /// `ry` in degrees.
  public var rotationY: LottieProperty<Double>?
  /// `sk` in degrees.
  public var skew: LottieProperty<Double>?
  /// `sa` in degrees.
  public var skewAxis: LottieProperty<Double>?
  /// `o` in percent.
  public var opacity: LottieProperty<Double>?
  /// `fc`: fill colour.
  public var fill: LottieProperty<LottieColor>?
  /// `fh` in degrees.
  public var fillHue: LottieProperty<Double>?
  /// `fs` in percent.
  public var fillSaturation: LottieProperty<Double>?
  /// `fb` in percent.
  public var fillBrightness: LottieProperty<Double>?
  /// `sc`: stroke colour.
  public var stroke: LottieProperty<LottieColor>?
  /// `sw`: added to the stroke width, in pixels.
  public var strokeWidth: LottieProperty<Double>?
  /// `t`: added to the distance of characters, in pixels.
  public var tracking: LottieProperty<Double>?
}
