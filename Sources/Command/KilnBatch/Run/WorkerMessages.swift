package import KilnDiagnostics
package import KilnDigests
package import Kiln
package import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// First line that a worker reads: the settings of all its jobs.
package struct WorkerSetup: Sendable, Codable {
  /// Kind of work on the inputs.
  package var work: BatchWork
  /// Argument lists that jobs refer to.
  package var optionLists: [[String]]
  /// Number of threads of each conversion.
  package var threads: Int
  /// Whether results have posters.
  package var makesPosters: Bool
  /// Whether nothing may be written outside of the working folder.
  package var isConfined = false

  /// Settings of all jobs of a worker.
  package init(_ work: BatchWork, optionLists: [[String]], threads: Int, makesPosters: Bool = false) {
    self.work = work
    self.optionLists = optionLists
    self.threads = threads
    self.makesPosters = makesPosters
  }
}

/// Answer of a worker to one job.
package struct WorkerAnswer: Sendable, Codable {
  /// Result of the job.
  package var result: BatchResult
  /// The files that it read, or looked for and did not find; the input first.
  package var reads: [FileAccessRecord.Read]
  /// The files that it wrote.
  package var writes: [FileAccessRecord.Write]
  /// Digest of the installed fonts, if it looked for one among them.
  package var fonts: SHA256Digest?
  /// Whether the same files would give the same result again. A full disk would not.
  package var isRepeatable: Bool
  /// Whether the worker ends after this answer.
  package private(set) var endsWorker = false

  /// An answer with the files that were used.
  package init(_ result: BatchResult, _ uses: FileAccessRecord, fonts: InstalledFonts, isRepeatable: Bool) {
    self.result = result
    reads = uses.reads
    writes = uses.writes
    self.fonts = uses.usesFonts ? fonts.catalogDigest : nil
    self.isRepeatable = isRepeatable
  }

  /// The answer of a worker whose process has to end, because a script in the file does not.
  package init(stuck error: Diagnostic, in job: BatchJob) {
    var result = BatchResult(.failed, of: job)
    result.setError(error)
    self.init(lost: result)
    endsWorker = true
  }

  /// The answer of a worker that is lost, as far as the batch can tell.
  init(lost result: BatchResult) {
    self.result = result
    reads = [FileAccessRecord.Read(path: result.input, digest: FileAccessRecord.digest(ofWhatIsAt: result.input))]
    writes = []
    isRepeatable = true
  }
}

/// The protocol between a batch and its workers: lines of JSON, `WorkerSetup` and then `BatchJob`s on standard input, a
/// `WorkerAnswer` to each job on standard output. At the end of its input a worker ends.
package enum WorkerProtocol {
  /// Most bytes of a line; more than any result has.
  package static let maximumLineBytes = 2 * FileValidation.maximumBytes

  /// A message to a worker as a line without its end.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  static func line(_ message: some Encodable) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    guard let data = try? encoder.encode(message) else {
      throw Diagnostic(.internalError, "a message to a worker cannot be encoded")
    }
    return Array(data)
  }
}
