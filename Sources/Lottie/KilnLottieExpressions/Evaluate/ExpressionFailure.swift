/// An expression without a result.
package struct ExpressionFailure {
  /// JSON pointer of the property; empty if the failure concerns the whole document.
  package var pointer: String
  /// Node of the property; nil if the failure concerns the whole document.
  package var node: Int?
  /// Whether it was ended.
  package var isLimit: Bool
  /// Description for findings.
  package var description: String
  /// Remedy for the user; nil if none is known.
  package var advice: String?
}
