internal import Kiln
internal import KilnReports

/// A pattern for inputs below a folder, as a project file has it, such as `designs/gifts/**/*.json`.
///
/// Without a wildcard it names a file or folder.
package struct InputPattern: Sendable, Hashable {
  /// The pattern as written.
  package let text: String
  /// Path, line and column of the pattern in the project file, for messages; empty for the command line.
  package let place: String
  /// The path before the first wildcard; empty for the folder itself.
  package let base: String
  /// Pattern of paths relative to `base`; nil if there is no wildcard.
  package let rest: GlobPattern?

  /// Parses a pattern; nil if it is empty or absolute, begins with `!`, has `..` behind a wildcard, or is no pattern.
  package init?(_ text: String, place: String = "") {
    guard !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("!") else { return nil }
    let names = text.split(separator: "/").map(String.init)
    let fixed = names.prefix { !$0.contains { "*?[{\\".contains($0) } }
    let rest = names.dropFirst(fixed.count)
    guard !rest.contains("..") else { return nil }
    self.text = text
    self.place = place
    base = RelativePath.normalized(fixed.joined(separator: "/"))
    if rest.isEmpty {
      self.rest = nil
    } else {
      // A folder means what is in it.
      let pattern = rest.joined(separator: "/") + (text.hasSuffix("/") ? "/" : "")
      guard let pattern = GlobPattern(pattern, isAnchored: true) else { return nil }
      self.rest = pattern
    }
  }
}

extension InputPattern {
  /// Whether a path is one that the pattern finds.
  func finds(_ path: String) -> Bool {
    if path == base { return true }
    guard let below = base.isEmpty ? path : Files.path(path, below: base) else { return false }
    return rest?.matches(below) ?? true
  }
}
