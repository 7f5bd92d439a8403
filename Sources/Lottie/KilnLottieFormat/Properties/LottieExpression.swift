/// An expression: JavaScript source text that computes the value of a property.
public final class LottieExpression: Sendable {
  /// `x`.
  public let source: String
  /// Index of the object that has it in the file's JSON tree.
  public let node: Int

  init(_ source: String, node: Int) {
    self.source = source
    self.node = node
  }
}
