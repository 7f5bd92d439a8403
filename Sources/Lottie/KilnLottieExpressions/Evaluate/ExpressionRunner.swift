/// Way in which the expressions of a document are run.
package enum ExpressionRunner: Sendable {
  /// All only repeat keyframes.
  case loops
  case all(ExpressionEvaluator)

  /// Nil if nothing but keyframes is repeated.
  package var evaluator: ExpressionEvaluator? {
    if case .all(let evaluator) = self { evaluator } else { nil }
  }
}
