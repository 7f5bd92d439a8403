package import KilnDiagnostics
internal import KilnDigests
package import Kiln
internal import KilnReports

extension BatchState {
  /// A result that an earlier run made of an input that is gone.
  package struct Orphan: Sendable, Hashable {
    /// Its path as the state keeps it.
    let output: String
    /// Paths of its files that are there.
    package let files: [String]
  }

  /// Results whose inputs are gone, by path. Those of which no file is left are none.
  ///
  /// - Parameter boundary: The folder of which results are told; nil for any. The state may be of somebody else, and say
  ///   anything.
  package func orphans(inside boundary: PathBoundary?) -> [Orphan] {
    records.values.sorted { $0.output < $1.output }.compactMap { record in
      guard !Files.exists(paths.absolute(record.input)) else { return nil }
      let files = files(of: record, inside: boundary).filter { Files.exists($0.path) }
      return files.isEmpty ? nil : Orphan(output: record.output, files: files.map { paths.shown($0.path) })
    }
  }

  /// Removes the files of a result, and folders below the state's that are empty then. Files that somebody has changed
  /// since stay. Returns the paths of those that were removed.
  ///
  /// - Parameter boundary: The folder in which files must lie to be removed; nil for any.
  /// - Throws: `output.unwritable`.
  package func remove(_ orphan: Orphan, inside boundary: PathBoundary?) throws(Diagnostic) -> [String] {
    guard let record = records[orphan.output] else { return [] }
    var removed: [String] = []
    for (path, digest) in files(of: record, inside: boundary) {
      guard let bytes = try? Files.readRegular(path), SHA256Digest(of: bytes) == digest else { continue }
      Files.remove(path)
      guard !Files.exists(path) else { continue }
      removed.append(paths.shown(path))
      Files.removeEmptyFolders(around: path, below: paths.folder)
    }
    try add(.removed(output: orphan.output))
    return removed
  }

  /// Absolute paths and digests of a record's files that lie in a folder.
  private func files(of record: BatchRecord, inside boundary: PathBoundary?) -> [(path: String, digest: SHA256Digest)] {
    record.files.map { (path: paths.absolute($0.path), digest: $0.digest) }.filter {
      boundary?.contains($0.path) ?? true
    }
  }
}
