internal import Synchronization

/// An expression: JavaScript source text that computes the value of a property.
public final class LottieExpression: Sendable {
  /// `x`.
  public let source: String
  /// Index of the object that has it in the file's JSON tree.
  public let node: Int
  private let host: LottieExpressionHost

  init(_ source: String, node: Int, host: LottieExpressionHost) {
    self.source = source
    self.node = node
    self.host = host
  }

  /// Evaluator of the document's expressions; nil if they are not run.
  package var runner: (any LottieExpressionRunner)? { host.runner }
}

/// Evaluates the expressions of one document.
package protocol LottieExpressionRunner: AnyObject, Sendable {}

/// Connects the expressions of a document with what evaluates them, which is made when the document is baked.
package final class LottieExpressionHost: Sendable {
  private let current = Mutex<(any LottieExpressionRunner)?>(nil)

  init() {}

  /// Nil if expressions are not run.
  package var runner: (any LottieExpressionRunner)? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
