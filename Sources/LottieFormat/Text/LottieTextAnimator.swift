/// `a[i]` of a text: changes of the characters that a selector chooses.
public struct LottieTextAnimator: Sendable {
  /// `nm`.
  public var name: String
  /// `s`.
  public var selector: LottieTextSelector
  /// `a`.
  public var changes: LottieTextChanges
  /// Keys in `a` that are not read.
  public var otherChanges: [String]
}

/// `s` of an animator: by how much each character changes.
public struct LottieTextSelector: Sendable {
  /// `b`: what counts as one unit.
  public enum Basis: Int, Sendable {
    case characters = 1
    case charactersWithoutSpaces = 2
    case words = 3
    case lines = 4
  }

  /// `sh`.
  public enum Form: Int, Sendable {
    case square = 1
    case rampUp = 2
    case rampDown = 3
    case triangle = 4
    case round = 5
    case smooth = 6
  }

  /// `s`, in percent or units.
  public var start: LottieProperty<Double>
  /// `e`.
  public var end: LottieProperty<Double>
  /// `o`: added to both.
  public var offset: LottieProperty<Double>
  /// `r` is 2: start, end and offset count units.
  public var countsUnits: Bool
  /// `a` in percent.
  public var amount: LottieProperty<Double>
  /// `xe`: easing at full weight, −100…100.
  public var easeHigh: LottieProperty<Double>
  /// `ne`: easing at no weight, −100…100.
  public var easeLow: LottieProperty<Double>
  /// `sm` in percent.
  public var smoothness: LottieProperty<Double>
  /// `b`; nil for a number without meaning.
  public var basis: Basis?
  /// `sh`.
  public var form: Form
  /// `rn` is 1: the units are chosen in random order.
  public var isRandom: Bool
  /// `t` is 1: an expression gives the weights.
  public var isExpression: Bool
}

/// `a` of an animator: what it does to a character at full weight. Nil for what stays as it is.
public struct LottieTextChanges: Sendable {
  /// `a`.
  public var anchor: LottieProperty<LottieVector>?
  /// `p`.
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
  /// `fc`.
  public var fill: LottieProperty<LottieColor>?
  /// `fh` in degrees.
  public var fillHue: LottieProperty<Double>?
  /// `fs` in percent.
  public var fillSaturation: LottieProperty<Double>?
  /// `fb` in percent.
  public var fillBrightness: LottieProperty<Double>?
  /// `sc`.
  public var stroke: LottieProperty<LottieColor>?
  /// `sw` in pixels.
  public var strokeWidth: LottieProperty<Double>?
  /// `t` in pixels.
  public var tracking: LottieProperty<Double>?
}
