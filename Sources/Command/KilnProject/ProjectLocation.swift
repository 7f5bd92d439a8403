package import KilnDiagnostics
internal import Kiln

/// Location of a project file.
package struct ProjectLocation: Sendable, Hashable {
  /// Absolute path of its folder.
  package let folder: String
  /// Path by which it is read.
  package let path: String
  /// Path of the file in messages.
  package let shown: String

  /// The file that is named, or the next one in a folder or above it, up to the root of the file system.
  ///
  /// - Parameters:
  ///   - config: The file that is named; nil for none.
  ///   - start: Absolute path of the working folder.
  /// - Throws: `config.notFound` if the named file is not there; `usage.invalid` if there is no file at all.
  package init(config: String?, from start: String) throws(Diagnostic) {
    if let config {
      guard Files.exists(config), !Files.isFolder(config) else {
        throw Diagnostic(.configNotFound, "there is no project file \(config)", advice: "check --config")
      }
      (path, shown) = (config, config)
      let parent = config.lastIndex(of: "/").map { config[..<$0] }
      let base = config.hasPrefix("/") ? "" : start
      folder = parent.map { base.isEmpty ? String($0.isEmpty ? "/" : $0) : base + "/" + $0 } ?? start
      return
    }
    var names = start.split(separator: "/")
    var shown = ProjectFile.name
    while true {
      let folder = "/" + names.joined(separator: "/")
      let path = (names.isEmpty ? "" : folder) + "/" + ProjectFile.name
      if Files.isRegular(path) {
        (self.folder, self.path, self.shown) = (folder, path, shown)
        return
      }
      guard names.popLast() != nil else { break }
      shown = "../" + shown
    }
    throw Diagnostic(
      .usageInvalid, "there is no \(ProjectFile.name) in this folder or above it",
      advice: "name files or folders with --to and -o, or write a project file with `kiln init`")
  }

  /// Name of the file in its folder.
  package var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

  /// A folder as seen from that of the project file: empty if it is the same, absolute if it is not inside.
  package func prefix(from start: String) -> String {
    if start == folder { return "" }
    return Files.path(start, below: folder) ?? start
  }
}
