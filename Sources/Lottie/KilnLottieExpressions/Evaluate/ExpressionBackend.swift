internal import KilnLottieFormat

/// Evaluator of expressions that leaves to the next one what it does not know.
///
/// Three stand in a row. `KeyframeLoop` repeats keyframes, for which nothing has to run: `PropertyExpression` tries it first.
/// The interpreter and the engine follow, in the `BackendChain` of an `ExpressionEvaluator`.
protocol ExpressionBackend {
  /// Notes a use of a composition, before an expression in it is evaluated.
  mutating func enter(_ use: CompositionUse)

  /// Dependence of an expression on time, found by its value at one; nil if it is not known here.
  mutating func behavior(of call: ExpressionCall, as kind: LottieScriptKind) -> ExpressionBehavior?

  /// The value of an expression; nil if it is not known here.
  mutating func numbers(of call: ExpressionCall, as kind: LottieScriptKind) -> [Double]?

  /// The text that the expression of a text document gives; nil if it is not known here.
  mutating func text(of call: ExpressionCall) -> String?
}

/// Dependence of an expression on time.
package enum ExpressionBehavior {
  /// The same value at all times.
  case constant([Double])
  /// Another one at some times.
  case varies
}

/// An expression at a time.
struct ExpressionCall {
  /// `LottieExpression.node`.
  var node: Int
  /// The use of its composition: 0 for the root composition; −1 for the first one, whichever that is.
  var use: Int
  /// Frame of the root composition.
  var frame: Double
}

/// Two backends, of which the second one is asked where the first one has no answer.
struct BackendChain<First: ExpressionBackend, Next: ExpressionBackend>: ExpressionBackend {
  var first: First
  var next: Next

  mutating func enter(_ use: CompositionUse) {
    first.enter(use)
    next.enter(use)
  }

  mutating func behavior(of call: ExpressionCall, as kind: LottieScriptKind) -> ExpressionBehavior? {
    if let known = first.behavior(of: call, as: kind) { return known }
    return next.behavior(of: call, as: kind)
  }

  mutating func numbers(of call: ExpressionCall, as kind: LottieScriptKind) -> [Double]? {
    if let known = first.numbers(of: call, as: kind) { return known }
    return next.numbers(of: call, as: kind)
  }

  mutating func text(of call: ExpressionCall) -> String? {
    if let known = first.text(of: call) { return known }
    return next.text(of: call)
  }
}
