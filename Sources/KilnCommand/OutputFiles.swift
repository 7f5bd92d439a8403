internal import Diagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Names of output files.
enum OutputFiles {
  /// Throws if a file is there already and may not be replaced.
  static func checkFree(_ paths: [String], overwrite: Bool) throws(Diagnostic) {
    guard !overwrite else { return }
    for path in paths where Files.exists(path) {
      throw Diagnostic(.outputExists, "\(path) exists already", advice: "choose another name or add --overwrite")
    }
  }

  /// A file's name without folders and extension.
  static func stem(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// The file beside another that differs in its extension.
  static func sibling(of path: String, extension name: String) -> String {
    URL(filePath: path).deletingPathExtension().appendingPathExtension(name).path(percentEncoded: false)
  }
}
