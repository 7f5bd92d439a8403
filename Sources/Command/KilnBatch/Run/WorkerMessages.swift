public import KilnDiagnostics
public import KilnDigests
public import Kiln
public import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// First line that a worker reads: the settings of all its jobs.
public struct WorkerSetup: Sendable, Codable {
  /// Kind of work on the inputs.
  public var work: BatchWork
  /// Argument lists that jobs refer to.
  public var optionLists: [[String]]
  /// Number of threads of each conversion.
  public var threads: Int
  /// Whether results have posters.
  public var makesPosters: Bool
  /// Whether nothing may be written outside of the working folder.
  public var isConfined = false

  /// Settings of all jobs of a worker.
  public init(_ work: BatchWork, optionLists: [[String]], threads: Int, makesPosters: Bool = false) {
    self.work = work
    self.optionLists = optionLists
    self.threads = threads
    self.makesPosters = makesPosters
  }
}

/// Answer of a worker to one job.
public struct WorkerAnswer: Sendable, Codable {
  /// Result of the job.
  public var result: BatchResult
  /// The files that it read, or looked for and did not find; the input first.
  public var reads: [FileAccessRecord.Read]
  /// The files that it wrote.
  public var writes: [FileAccessRecord.Write]
  /// Digest of the installed fonts, if it looked for one among them.
  public var fonts: SHA256Digest?
  /// Whether the same files would give the same result again. A full disk would not.
  public var isRepeatable: Bool
  /// Whether the worker ends after this answer.
  public private(set) var endsWorker = false

  /// An answer with the files that were used.
  public init(_ result: BatchResult, _ uses: FileAccessRecord, fonts: InstalledFonts, isRepeatable: Bool) {
    self.result = result
    reads = uses.reads
    writes = uses.writes
    self.fonts = uses.usesFonts ? fonts.catalogDigest : nil
    self.isRepeatable = isRepeatable
  }

  /// The answer of a worker whose process has to end, because a script in the file does not.
  public init(stuck error: Diagnostic, in job: BatchJob) {
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
public enum WorkerProtocol {
  /// Most bytes of a line; more than any result has.
  public static let maximumLineBytes = 2 * FileValidation.maximumBytes

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
