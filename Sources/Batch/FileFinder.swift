public import Diagnostics

/// Finds the files that may be animations among paths, without reading them.
public enum FileFinder {
  /// The files that are named, and those in the folders that are named, each once and in order.
  ///
  /// - Parameters:
  ///   - included: Patterns one of which files in folders must match; none for all.
  ///   - excluded: Patterns that nothing in folders may match.
  /// - Throws: `usage.invalid` for a pattern that is none, or when there are no files.
  public static func animations(
    at paths: [String], included: [String] = [], excluded: [String] = []
  ) throws(Diagnostic) -> [String] {
    var finder = InputFinder(included: [], excluded: [], outputFolder: nil)
    finder.included = try included.map { text throws(Diagnostic) in try pattern(text) }
    finder.excluded = try excluded.map { text throws(Diagnostic) in try pattern(text) }
    var files: [String] = []
    var known: Set<String> = []
    for path in paths {
      let found = path == "-" ? ["-"] : finder.inputs(at: path).map(\.path).sorted()
      for file in found where known.insert(file).inserted { files.append(file) }
    }
    guard !files.isEmpty else {
      throw Diagnostic(.usageInvalid, "there are no animations in \(paths.joined(separator: ", "))")
    }
    return files
  }

  private static func pattern(_ text: String) throws(Diagnostic) -> GlobPattern {
    guard let pattern = GlobPattern(text) else { throw Diagnostic(.usageInvalid, "“\(text)” is no pattern") }
    return pattern
  }
}
