/// A property: fixed, or with keyframes.
public struct LottieProperty<Value: LottieValue>: Sendable {
  /// The value of a fixed property; the first key's value of an animated one.
  public var value: Value
  /// Keys in the order of the file, two or more; empty if the property is fixed.
  public var keyframes: [LottieKeyframe<Value>]
  /// `x`: JavaScript source text of the expression that computes the value in players with an engine for it; nil if the
  /// property has none.
  public var expression: String?
  /// Place in the tree.
  public var node: Int

  init(value: Value, keyframes: [LottieKeyframe<Value>], expression: String?, node: Int) {
    self.value = value
    self.keyframes = keyframes
    self.expression = expression
    self.node = node
  }

  /// A value that never changes.
  public init(fixed value: Value, node: Int) {
    self.init(value: value, keyframes: [], expression: nil, node: node)
  }

  /// Whether the value changes over time.
  public var isAnimated: Bool { !keyframes.isEmpty }
}

/// `k[i]`.
public struct LottieKeyframe<Value: LottieValue>: Sendable {
  /// `t`: when the segment starts, in frames.
  public var time: Double
  /// `s`: the value at its start; nil for the last key of old files.
  public var start: Value?
  /// `e`: the value at its end, in old files. The next key's `s` goes before it, so it is left out where both keys have
  /// one.
  public var end: Value?
  /// `h`: the value stays until the next key.
  public var isHold: Bool
  /// `o` and `i`.
  public var easing: LottieEasing
  /// `s` has two components: a place in the plane.
  public var isPlanar = false
  /// `to`: where a position's motion leaves to, relative to its start.
  public var outTangent: LottieVector?
  /// `ti`: where it arrives from, relative to its end.
  public var inTangent: LottieVector?
}
