package import KilnLottieFormat

/// The expression of one property, with what evaluates it: a loop of the property's keyframes, for which nothing has to run,
/// or else the interpreter and the engine.
///
/// A class, because few properties have one, and all tracks have room for it.
package final class PropertyExpression: Sendable {
  private enum Backend {
    case loop(KeyframeLoop)
    case evaluator(ExpressionEvaluator)
  }

  /// The value that an expression gives at a time.
  package enum Value {
    /// That of the keyframes at a time in frames.
    case keyframes(at: Double)
    case numbers([Double])
  }

  private let expression: LottieExpression
  private let kind: LottieScriptKind
  private let backend: Backend

  /// Nil if the expression repeats keyframes of which there are none, or is no loop where only loops are run.
  ///
  /// - Parameter keyTimes: Times of the property's keyframes in frames.
  package init?(
    _ expression: LottieExpression, as kind: LottieScriptKind, keyTimes: [Double], in runner: ExpressionRunner
  ) {
    if let call = KeyframeLoop.Call(expression.source) {
      guard let loop = KeyframeLoop(call, times: keyTimes) else { return nil }
      backend = .loop(loop)
    } else {
      guard let evaluator = runner.evaluator else { return nil }
      backend = .evaluator(evaluator)
    }
    self.expression = expression
    self.kind = kind
  }

  /// Whether an expression only repeats keyframes.
  package static func isLoop(_ source: String) -> Bool { KeyframeLoop.Call(source) != nil }

  /// Dependence on time.
  package var behavior: ExpressionBehavior {
    switch backend {
    case .loop: .varies
    case .evaluator(let evaluator): evaluator.behavior(of: expression, as: kind)
    }
  }

  /// The value at a time in frames of the composition; that of the keyframes if there is no result.
  ///
  /// - Parameter use: The use of the composition; −1 if none is known.
  package func value(at time: Double, use: Int) -> Value {
    switch backend {
    case .loop(let loop): return .keyframes(at: loop.time(at: time))
    case .evaluator(let evaluator):
      guard use >= 0, let numbers = evaluator.numbers(of: expression, as: kind, at: time, use: use) else {
        return .keyframes(at: time)
      }
      return .numbers(numbers)
    }
  }

  /// The values at all frames of the document that no keyframe has.
  package var samples: [[Double]] {
    switch backend {
    case .loop: []
    case .evaluator(let evaluator): evaluator.samples(of: expression, as: kind)
    }
  }
}
