/// A property of the file: fixed or with keyframes.
public struct LottieProperty<Value: LottieValue>: Sendable {
  /// The value of a fixed property; the first key's value of an animated one.
  public var value: Value
  /// Keys in the order of the file, two or more; empty if the property is fixed.
  public var keyframes: [LottieKeyframe<Value>]
  /// `x`: what computes the value in players with an engine for it; nil if the property has none.
  public var expression: LottieExpression?
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int

  package init(value: Value, keyframes: [LottieKeyframe<Value>], expression: LottieExpression? = nil, node: Int) {
    self.value = value
    self.keyframes = keyframes
    self.expression = expression
    self.node = node
  }

  /// Whether the value changes over time.
  public var isAnimated: Bool { !keyframes.isEmpty }
}

extension LottieProperty {
  /// A value that never changes.
  public init(fixed value: Value, node: Int) {
    self.init(value: value, keyframes: [], expression: nil, node: node)
  }
}

/// A keyframe, an element of `k`.
public struct LottieKeyframe<Value: LottieValue>: Sendable {
  /// `t`: start of the segment in frames.
  public var time: Double
  /// `s`: the value at its start; nil for the last key of old files.
  public var start: Value?
  /// `e`: the value at its end, in old files. The next key's `s` takes precedence over it, so it is nil if both keys have
  /// an `s`.
  public var end: Value?
  /// `h`: the value stays until the next key.
  public var isHold: Bool
  /// `o` and `i`: easing up to the next key.
  public var easing: LottieEasing
  /// Whether `s` has two components: a position in the plane.
  public var isPlanar = false
  /// `to`: first control point of a position's motion path, relative to `start`.
  public var outTangent: LottieVector?
  /// `ti`: second control point of the motion path, relative to the end value.
  public var inTangent: LottieVector?

  package init(
    time: Double, start: Value? = nil, end: Value? = nil, isHold: Bool, easing: LottieEasing, isPlanar: Bool = false,
    outTangent: LottieVector? = nil, inTangent: LottieVector? = nil
  ) {
    self.time = time
    self.start = start
    self.end = end
    self.isHold = isHold
    self.easing = easing
    self.isPlanar = isPlanar
    self.outTangent = outTangent
    self.inTangent = inTangent
  }
}
