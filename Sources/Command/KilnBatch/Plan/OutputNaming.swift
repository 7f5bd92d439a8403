internal import KilnDiagnostics
package import Kiln
internal import KilnReports

/// Names of outputs with folder and extension, as a project file has them: `build/{dir}/{stem}.svga`, or `frames/{stem}/`
/// for a folder of frames.
package struct OutputNaming: Sendable, Hashable {
  /// Error in the text of an output name.
  package struct Problem: Error, Hashable {
    /// Description of the error.
    package var message: String
    /// Advice to the user; nil if the message is enough.
    package var advice: String?
  }

  /// The folder before the first placeholder; empty for the folder that all is relative to.
  package let folder: String
  /// Paths below it, with extension.
  package let template: OutputTemplate
  /// The format that the extension asks for.
  package let format: OutputFormat

  /// Parses a text.
  ///
  /// - Throws: `Problem` if the text is invalid.
  package init(_ text: String) throws(Problem) {
    guard !text.hasPrefix("/") else { throw Problem(message: "paths are relative to the folder of the project file") }
    guard let format = OutputFormat(fileName: text) else {
      let extensions = OutputFormat.all.flatMap(\.extensions).map { "." + $0 }.joined(separator: ", ")
      throw Problem(
        message: "“\(text)” says no format", advice: "let it end in \(extensions), or / for a folder of frames")
    }
    for name in OutputTemplate.placeholderNames(in: text) where OutputTemplate.Placeholder(rawValue: name) == nil {
      let known = OutputTemplate.Placeholder.allCases.map(\.rawValue)
      throw Problem(
        message: "there is no placeholder {\(name)}",
        advice: Spelling.nearest(to: name, among: known).map { "did you mean {\($0)}?" }
          ?? "choose of {\(known.joined(separator: "}, {"))}")
    }
    let path = text.hasSuffix("/") ? String(text.dropLast()) : text
    let fixed = path.prefix { $0 != "{" }
    let end = fixed.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let rest = String(path[end...])
    guard let template = OutputTemplate(rest), !rest.split(separator: "/").contains("..") else {
      throw Problem(message: "“\(text)” is no template: a brace is not closed, or .. stands behind a placeholder")
    }
    self.format = format
    self.template = template
    folder = RelativePath.normalized(String(path[..<end]))
  }
}
