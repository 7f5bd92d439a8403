internal import KilnDiagnostics
internal import KilnDigests
internal import Kiln
internal import KilnReports

/// Stored record of one conversion or validation, from which later runs decide whether it is up to date. Paths are
/// relative to the state's folder.
struct BatchRecord: Sendable, Codable {
  /// Path of the output as planned, which identifies the conversion; for a validation another key.
  var output: String
  /// Path of the input.
  var input: String
  /// Digest of options and versions.
  var settings: SHA256Digest
  /// Files that were read, the input first.
  var reads: [FileAccessRecord.Read]
  /// Digest of the installed fonts, if one was looked for among them.
  var fonts: SHA256Digest?
  /// Files that were written; empty if the conversion failed.
  var writes: [FileAccessRecord.Write]
  /// Files that an earlier run wrote, if the conversion has failed since.
  var stale: [FileAccessRecord.Write]?
  /// Result of the job, without paths.
  var result: BatchResult

  /// All files that lie there because of it.
  var files: [FileAccessRecord.Write] { writes + (stale ?? []) }

}

/// A line of the state: the conversion that was begun, or what is remembered of one that has ended.
enum BatchStateLine: Codable {
  /// The output of a conversion is being made; what lies at its place is ours from now on.
  case begun(output: String)
  /// A conversion has ended.
  case ended(record: BatchRecord)
  /// The output was removed; its record is dropped.
  case removed(output: String)
}
