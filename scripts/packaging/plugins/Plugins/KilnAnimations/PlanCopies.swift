import Foundation

/// Copies of the files that planning read.
///
/// SwiftPM plans a build anew when files come or go, not when a file has changed. So a command compares these files with
/// their copies, and ends the build if another plan is needed.
struct PlanCopies {
  private static let prefix = "planned-"

  /// The files themselves.
  var files: [URL]
  private var folder: URL

  /// Copies those of the files that are there.
  init(of candidates: [URL], in folder: URL) throws {
    self.folder = folder
    let manager = FileManager.default
    files = candidates.filter { manager.fileExists(atPath: $0.filePath) }
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try Data(contentsOf: file).write(to: copy(of: file), options: .atomic) }
  }

  /// Names of the copies.
  var names: [String] { files.map { copy(of: $0).lastPathComponent } }

  /// Each file after its copy, and two dashes.
  var arguments: [String] { files.flatMap { [copy(of: $0).filePath, $0.filePath] } + ["--"] }

  private func copy(of file: URL) -> URL { folder.appending(path: Self.prefix + file.lastPathComponent) }
}
