internal import KilnDiagnostics
package import KilnDigests

extension BatchRunner {
  /// Command and limits of the workers.
  package struct Settings: Sendable {
    /// Number of worker processes.
    package var workers = 1
    /// Time for one file; nil for any.
    package var fileTimeout: Duration? = .seconds(Limit.time.row.standard)
    /// Resident memory of a worker in bytes; nil for any.
    package var fileMemory: Int? = Limit.memory.row.standard
    /// Number of failed files after which no more are begun; nil for any.
    package var maximumFailures: Int?
    /// Whether results have posters.
    package var makesPosters = false
    /// Path of the program.
    package var executable: String
    /// Arguments with which the program runs as a worker.
    package var arguments: [String]
    /// Digest of options and versions, for each option list of the plan.
    package var digests: [SHA256Digest] = []
    /// Whether every file is converted, also those whose results hold.
    package var isForced = false
    /// Whether failed jobs are run again although nothing has changed.
    package var retriesFailures = false

    /// Settings for a program that becomes a worker with some arguments.
    package init(executable: String, arguments: [String]) {
      self.executable = executable
      self.arguments = arguments
    }

    /// Digest of what a result depends on beside the contents of files: options, versions, paths of packed inputs, and
    /// the limits if a worker was lost.
    ///
    /// - Parameter isLost: Whether the limits of a worker have decided.
    func digest(for job: BatchJob, isLost: Bool) -> SHA256Digest? {
      guard digests.indices.contains(job.options) else { return nil }
      guard isLost || job.others != nil else { return digests[job.options] }
      var texts = [digests[job.options].description]
      if isLost {
        texts += [fileTimeout.map { "\($0 / .seconds(1))" }, fileMemory.map { "\($0)" }].map { $0 ?? "none" }
      }
      if let others = job.others { texts += ["with"] + others.map(\.path) }
      return SHA256Digest(ofTexts: texts)
    }
  }
}
