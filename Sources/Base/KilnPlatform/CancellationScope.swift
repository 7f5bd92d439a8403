/// A request to end the work of a thread and of those that share it, for loops too deep to be given a reporter of progress.
package enum CancellationScope {
  /// Answers whether the work should end; nil where nobody can ask for it.
  @TaskLocal package static var isCancelled: (@Sendable () -> Bool)?
}
