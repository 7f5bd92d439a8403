package import KilnDiagnostics
internal import Synchronization

/// Counts frames that several threads work on, in any order, and reports each at once. Reports are made one at a time, with
/// ascending counts.
package final class FrameCounter: Sendable {
  private let progress: ProgressReporter
  private let activity: String
  private let total: Int
  private let count = Mutex(0)

  /// A counter at 0, which is reported: the first frame may take long.
  ///
  /// - Throws: `work.cancelled`.
  package init(_ activity: String, of total: Int, _ progress: ProgressReporter) throws(Diagnostic) {
    (self.activity, self.total, self.progress) = (activity, total, progress)
    try progress.report(activity, 0, of: total)
  }

  /// Reports one frame more.
  ///
  /// - Throws: `work.cancelled`.
  package func add() throws(Diagnostic) {
    let result = count.withLock { count in
      count = min(total, count + 1)
      return Result { () throws(Diagnostic) in try progress.report(activity, count, of: total) }
    }
    try result.get()
  }
}
