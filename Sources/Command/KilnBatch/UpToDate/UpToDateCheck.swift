internal import KilnDiagnostics
internal import KilnDigests
internal import Kiln
internal import KilnPlatform
internal import KilnReports
internal import Synchronization

/// Finds the jobs of a plan whose results are there already.
///
/// A result holds as long as the options and versions, every file that was read or not found, the installed fonts if one
/// was looked for, and every file that was written have the same digests as then. Time stamps count for nothing: a
/// checkout sets them anew.
struct UpToDateCheck {
  let state: BatchState
  let settings: BatchRunner.Settings
  let fonts: InstalledFonts

  /// The results of jobs that need not be done, by position; nil for the others.
  func results(of jobs: [BatchJob]) -> [BatchResult?] {
    let candidates = jobs.map { job in state.record(of: job).flatMap { isCandidate($0, for: job) ? $0 : nil } }
    let digests = FileDigests(
      of: candidates.lazy.compactMap(\.self), state.paths, threads: settings.workers)
    return zip(jobs, candidates).map { job, record in
      guard let record, holds(record, digests) else { return nil }
      return result(of: job, record)
    }
  }

  /// Whether a record is of the same conversion with the same settings.
  private func isCandidate(_ record: BatchRecord, for job: BatchJob) -> Bool {
    guard record.input == state.paths.stored(job.input),
      record.settings == settings.digest(for: job, isLost: record.result.isLost)
    else { return false }
    switch record.result.status {
    case .failed: return !settings.retriesFailures
    // For a file that the user names, the same finding is a failure.
    case .skipped: return !job.isNamed
    case .converted, .upToDate: return true
    }
  }

  private func holds(_ record: BatchRecord, _ digests: FileDigests) -> Bool {
    record.reads.allSatisfy { digests[$0.path] == $0.digest }
      && record.writes.allSatisfy { digests[$0.path] == $0.digest }
      && (record.fonts == nil || record.fonts == fonts.catalogDigest)
  }

  private func result(of job: BatchJob, _ record: BatchRecord) -> BatchResult {
    var result = record.result
    result.input = job.input
    result.output = job.output
    result.variant = job.variant
    result.inputBytes = job.inputBytes
    result.setOutputs(record.writes.map { BatchResult.Output(path: path(of: $0, job, record), bytes: $0.bytes) })
    if result.status == .converted { result.status = .upToDate }
    result.milliseconds = 0
    return result
  }

  /// The path of a file that a job wrote, in the words of the plan: all lie in the folder of its output.
  private func path(of write: FileAccessRecord.Write, _ job: BatchJob, _ record: BatchRecord) -> String {
    let folder = record.output.lastIndex(of: "/").map { record.output[...$0] } ?? ""
    let planned = job.output.lastIndex(of: "/").map { job.output[...$0] } ?? ""
    return String(planned + write.path.dropFirst(folder.count))
  }
}

/// Digests of many files and folders of fonts, each read once.
private struct FileDigests {
  private var digests: [String: SHA256Digest] = [:]

  init(of records: some Sequence<BatchRecord>, _ paths: StatePaths, threads: Int) {
    var seen: Set<String> = []
    var names: [String] = []
    for record in records {
      for path in record.reads.map(\.path) + record.writes.map(\.path) where seen.insert(path).inserted {
        names.append(path)
      }
    }
    let found = Mutex<[String: SHA256Digest]>([:])
    let part = max(1, (names.count + threads * 8 - 1) / (threads * 8))
    let next = Mutex(0)
    SharedWork.run(threads: threads) { [names] in
      while case let start = next.withLock({ $0.advance(by: part) }), start < names.count {
        for name in names[start..<min(names.count, start + part)] {
          guard let digest = FileAccessRecord.digest(ofWhatIsAt: paths.absolute(name)) else { continue }
          found.withLock { $0[name] = digest }
        }
      }
    }
    digests = found.withLock { $0 }
  }

  /// The digest of a file or folder; nil if it is not there.
  subscript(_ path: String) -> SHA256Digest? { digests[path] }
}

extension Int {
  /// Returns the number, and adds another to it.
  fileprivate mutating func advance(by count: Int) -> Int {
    defer { self += count }
    return self
  }
}
