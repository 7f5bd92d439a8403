internal import KilnLottieExpressions
internal import KilnLottieFormat

/// Values that an expression computes.
struct ExpressionTrack<Value: LottieValue> {
  private let expression: PropertyExpression
  /// Replaces a value by what a script has given; nil for kinds of values that scripts do not have.
  private let replacement = Self.replacement

  /// Nil if the expression is not run, or repeats keyframes of which there are none.
  ///
  /// - Parameters:
  ///   - keyTimes: Times of the property's keyframes in frames.
  ///   - runner: Nil if expressions are not run.
  init?(_ expression: LottieExpression, keyTimes: [Double], in runner: ExpressionRunner?) {
    guard let runner,
      let run = PropertyExpression(expression, as: Self.kind, keyTimes: keyTimes, in: runner)
    else { return nil }
    self.expression = run
  }

  private static var kind: LottieScriptKind { (Value.self as? any LottieScriptValue.Type)?.scriptKind ?? .number }

  private static var replacement: (@Sendable (Value, [Double]) -> Value?)? {
    func replacement<Scripted: LottieScriptValue>(
      _: Scripted.Type
    ) -> @Sendable (Value, [Double]) -> Value? {
      { plain, numbers in (plain as? Scripted)?.replaced(by: numbers) as? Value }
    }
    return (Value.self as? any LottieScriptValue.Type).map { replacement($0) }
  }

  /// - Parameter plain: The value without expression.
  func behavior(plain: Value) -> Behavior {
    switch expression.behavior {
    case .constant(let numbers): replaced(plain, by: numbers).map(Behavior.constant) ?? .fails
    case .varies: .varies
    }
  }

  /// Values of the expression over time: one constant, a constant that is no value of the property, or varying ones.
  enum Behavior {
    case constant(Value)
    case fails
    case varies
  }

  /// The value at a time in frames of the composition; that of the keyframes if there is no result.
  ///
  /// - Parameter keyed: The value without expression at a time.
  func value(at time: Double, in context: EvaluationContext, keyed: (_ time: Double) -> Value) -> Value {
    switch expression.value(at: time, use: context.compositionUse) {
    case .keyframes(let time): return keyed(time)
    case .numbers(let numbers):
      let plain = keyed(time)
      return replaced(plain, by: numbers) ?? plain
    }
  }

  /// The values at all frames of the document that no keyframe has.
  func samples(plain: Value) -> [Value] { expression.samples.compactMap { replaced(plain, by: $0) } }

  private func replaced(_ plain: Value, by numbers: [Double]) -> Value? {
    replacement.flatMap { $0(plain, numbers) }
  }
}
