internal import Diagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Names of output files.
enum OutputFiles {
  /// Whether a name means standard output: `-`, or a path that systems have for it.
  static func isStandardOutput(_ name: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(name)
  }

  /// Throws if a file is the input, or is there already and may not be replaced.
  static func checkFree(_ paths: [String], input: String, overwrite: Bool) throws(Diagnostic) {
    for path in paths {
      if input != "-", Files.areSame(path, input) {
        throw Diagnostic(
          .outputExists, "\(path) would replace the input", advice: "choose another name for the output")
      }
      if !overwrite, Files.wouldReplace(path) {
        throw Diagnostic(.outputExists, "\(path) exists already", advice: "choose another name or add --overwrite")
      }
    }
  }

  /// A file's name without folders and extension.
  static func stem(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// A file's name without folders.
  static func fileName(of path: String) -> String { URL(filePath: path).lastPathComponent }

  /// The file beside another with a name of its own.
  static func sibling(of path: String, named name: String) -> String {
    path.hasSuffix("/") || !path.contains("/") ? name : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + name
  }

  /// The file beside another that differs in its extension, named in the same way.
  static func sibling(of path: String, extension name: String) -> String {
    let fileName = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let stem = fileName.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return stem + "." + name
  }
}
