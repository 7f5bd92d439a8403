package import KilnLottieExpressions

/// A value over time: a constant, keyframes, or a value computed from other tracks.
protocol ValueTrack<Value> {
  associatedtype Value

  /// Times at which the value may change, in frames of the layer's composition.
  var changes: ChangeTimes { get }
  /// Whether the value comes from keyframes, also from ones whose values are equal.
  var isAnimated: Bool { get }

  /// The value at a time in frames of the layer's composition.
  func value(at time: Double, in context: EvaluationContext) -> Value
}

/// Collects the tracks that a value is computed from. A track of a property cannot be made without one, so no property
/// is missing from `changes`.
package struct TrackParts {
  /// Runs the expressions of the properties; nil if they keep their keyframes.
  let expressions: ExpressionRunner?
  /// Time in frames from which on a player evaluates the properties one frame after the other: the first frame that shows
  /// them. −∞ if it evaluates them before, too.
  var firstFrame = -Double.infinity
  private(set) var isAnimated = false
  /// Changes of the animated parts.
  private var partChanges: [ChangeTimes] = []

  package init(_ expressions: ExpressionRunner?) { self.expressions = expressions }

  /// Times at which any part may change.
  var changes: ChangeTimes { ChangeTimes(anyOf: partChanges) }

  /// Adds the changes of a track.
  mutating func add(_ part: some ValueTrack) {
    if part.isAnimated { addAnimated(part.changes) }
  }

  /// Adds all parts of a group of parts.
  mutating func add(_ group: TrackParts) {
    isAnimated = isAnimated || group.isAnimated
    partChanges += group.partChanges
  }

  /// Adds something animated that has no value of its own.
  mutating func addAnimated(_ changes: ChangeTimes) {
    isAnimated = true
    partChanges.append(changes)
  }
}

/// Computes a value from tracks, all made with the same `TrackParts`.
protocol TrackFormula {
  associatedtype Value

  /// The value at a time in frames of the layer's composition.
  func value(at time: Double, in context: EvaluationContext) -> Value
}

/// A track whose value a formula computes from other tracks. It changes whenever one of these does.
///
/// A class, because a copy of many tracks costs as much as a value.
final class CompositeTrack<Formula: TrackFormula>: ValueTrack {
  let formula: Formula
  let changes: ChangeTimes
  let isAnimated: Bool
  /// The value, if no part is animated.
  private lazy var constant = formula.value(at: 0, in: .constant)

  /// - Parameters:
  ///   - expressions: As `TrackParts.expressions`.
  ///   - make: Makes the formula and its tracks.
  convenience init(_ expressions: ExpressionRunner?, _ make: (inout TrackParts) -> Formula) {
    var parts = TrackParts(expressions)
    self.init(make(&parts), parts)
  }

  /// Nil if `make` returns nil.
  convenience init?(_ expressions: ExpressionRunner?, ifAny make: (inout TrackParts) -> Formula?) {
    var parts = TrackParts(expressions)
    guard let formula = make(&parts) else { return nil }
    self.init(formula, parts)
  }

  private init(_ formula: Formula, _ parts: TrackParts) {
    self.formula = formula
    changes = parts.changes
    isAnimated = parts.isAnimated
  }

  func value(at time: Double, in context: EvaluationContext) -> Formula.Value {
    isAnimated ? formula.value(at: time, in: context) : constant
  }
}
