internal import KilnDigests
internal import Kiln
internal import KilnReports

internal import KilnPlatform

/// Snapshot of size, modification time and inode of the files that a plan depends on. If two snapshots differ, a file
/// may have changed.
package struct WatchedFiles: Equatable {
  private enum Stamp: Equatable {
    case file(bytes: Int, seconds: Int, nanoseconds: Int, number: UInt64)
    /// A folder, by its font files only: results may be written into it.
    case folder(SHA256Digest?)
  }

  private var stamps: [String: Stamp?] = [:]

  /// Number of files and folders of fonts that are there.
  package var count: Int { stamps.values.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  /// Looks at the inputs of a plan, at what else their results were made of, and at some more files.
  package init(_ plan: BatchPlan, _ state: BatchState, others: [String] = []) {
    for path in others { stamps[path] = .some(Self.stamp(of: path)) }
    for job in plan.jobs {
      let reads = state.record(of: job)?.reads.map(\.path) ?? []
      let inputs = ([job.input] + (job.others ?? []).map(\.path)).map(state.paths.stored)
      for path in Set(inputs + reads).map(state.paths.absolute) {
        if stamps[path] == nil { stamps[path] = .some(Self.stamp(of: path)) }
      }
    }
  }

  /// Whether a file that both know looks different.
  package func differs(from other: WatchedFiles) -> Bool {
    stamps.contains { path, stamp in other.stamps[path].map { $0 != stamp } ?? false }
  }

  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder(FileAccessRecord.digest(ofWhatIsAt: path)) }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return .file(
      bytes: Int(clamping: status.st_size), seconds: Int(clamping: time.tv_sec),
      nanoseconds: Int(clamping: time.tv_nsec), number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
