internal import Geometry
internal import LottieFormat

/// Values that an expression computes.
struct ExpressionTrack<Value: LottieValue> {
  private let expression: LottieExpression
  private let evaluator: ExpressionEvaluator

  /// Nil if there is no expression, if it is not run, or if it has no result at any time.
  init?(_ expression: LottieExpression?) {
    guard let expression, let evaluator = expression.runner as? ExpressionEvaluator else { return nil }
    self.expression = expression
    self.evaluator = evaluator
  }

  private var kind: LottieScriptKind { (Value.self as? any LottieScriptValue.Type)?.scriptKind ?? .number }

  /// - Parameter plain: The value without expression.
  func behavior(plain: Value) -> Behavior {
    switch evaluator.behavior(of: expression, as: kind) {
    case .constant(let numbers): replaced(plain, by: numbers).map(Behavior.constant) ?? .fails
    case .fails: .fails
    case .varies: .varies
    }
  }

  /// What is known of the expression before it is asked for values.
  enum Behavior {
    case constant(Value)
    case fails
    case varies
  }

  /// The value at a time in frames of the composition; `plain`, the value without expression, if there is no result.
  func value(at time: Double, in context: EvaluationContext, plain: Value) -> Value {
    guard context.compositionUse >= 0,
      let numbers = evaluator.numbers(of: expression, as: kind, at: time, use: context.compositionUse)
    else { return plain }
    return replaced(plain, by: numbers) ?? plain
  }

  /// The values at all frames of the document.
  func samples(plain: Value) -> [Value] {
    evaluator.samples(of: expression, as: kind).compactMap { replaced(plain, by: $0) }
  }

  private func replaced(_ plain: Value, by numbers: [Double]) -> Value? {
    (plain as? any LottieScriptValue)?.replaced(by: numbers) as? Value
  }
}
