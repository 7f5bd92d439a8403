package import KilnDiagnostics
package import KilnReports

/// Callbacks of a running batch, called on the thread that runs it.
package protocol BatchObserver: AnyObject {
  /// A result, as soon as it is there.
  func finished(_ result: BatchResult)
  /// The same results in the order of the plan.
  ///
  /// - Throws: An error that ends the batch, such as a closed output.
  func delivered(_ result: BatchResult) throws(Diagnostic)
  /// Whether a result counts among the failures after which no more files are begun.
  func isFailure(_ result: BatchResult) -> Bool
  /// Called many times a second with the inputs being worked on.
  func working(on inputs: [String])
  /// Whether the batch shall end.
  var isInterrupted: Bool { get }
}

extension BatchObserver {
  /// Default: a result is a failure if its status is `failed`.
  package func isFailure(_ result: BatchResult) -> Bool { result.status == .failed }
}
