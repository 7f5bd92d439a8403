/// An input, and whether it must be an animation.
package struct FoundFile: Sendable, Hashable, Codable {
  /// The path by which it is opened.
  package var path: String
  /// Whether the user, or the project file, names it, rather than a folder that it lies in, or a pattern that it matches.
  package var isNamed: Bool

  package init(path: String, isNamed: Bool) { (self.path, self.isNamed) = (path, isNamed) }
}
