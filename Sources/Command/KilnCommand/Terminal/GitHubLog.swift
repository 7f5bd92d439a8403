internal import KilnBatch
package import KilnDiagnostics
internal import Kiln
internal import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Commands for the log of GitHub Actions, of the form `::name key=value::data`.
package struct GitHubLog {
  /// Whether lines stand in a group that is not ended.
  private var isInGroup = false
  /// The working folder below that of the repository, from which GitHub takes the paths of annotations; with a slash at
  /// its end, or empty.
  private let folder: String

  /// A log of a run; nil outside of GitHub Actions.
  package init?(environment: [String: String], workingFolder: String) {
    guard !(environment["GITHUB_ACTIONS"] ?? "").isEmpty else { return nil }
    folder = Self.folder(below: environment["GITHUB_WORKSPACE"], workingFolder: workingFolder)
  }

  /// The working folder below that of the repository, in GitHub and GitLab; empty elsewhere.
  static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    return folder(
      below: environment["GITHUB_WORKSPACE"] ?? environment["CI_PROJECT_DIR"],
      workingFolder: FileManager.default.currentDirectoryPath)
  }

  /// The working folder below that of the repository, with a slash at its end; empty if it is the same, or not in it.
  static func folder(below repository: String?, workingFolder: String) -> String {
    guard let repository, !repository.isEmpty else { return "" }
    return Files.path(workingFolder + "/", below: repository) ?? ""
  }

  /// A plain line, in a group that is begun if there is none.
  package mutating func grouped(_ line: PrintedLine, title: String) -> [PrintedLine] {
    let begin = isInGroup ? [] : [PrintedLine(gitHubCommand: "::group::" + Self.escaped(title))]
    isInGroup = true
    return begin + [line]
  }

  /// The error of a file, outside of groups, as an annotation of the file.
  package mutating func error(_ message: String, file: String, title: String) -> [PrintedLine] {
    let path = file.hasPrefix("/") ? file : folder + file
    let command = "::error file=\(Self.property(path)),title=\(Self.property(title))::\(Self.escaped(message))"
    return endGroup() + [PrintedLine(gitHubCommand: command)]
  }

  /// A finding as an annotation of its file. GitHub shows ten of each severity.
  func annotation(_ finding: FileFinding, file: String) -> PrintedLine {
    let path = file.hasPrefix("/") ? file : folder + file
    let place = finding.line.map { ",line=\($0)" + (finding.column.map { ",col=\($0)" } ?? "") } ?? ""
    let name = finding.severity == .note ? "notice" : finding.severity.rawValue
    return PrintedLine(
      gitHubCommand: "::\(name) file=\(Self.property(path))\(place),title=\(Self.property(finding.rule))::"
        + Self.escaped(finding.sentences))
  }

  /// Warnings of all files as one annotation of the run: of those it shows only ten of a step.
  package mutating func warnings(_ tally: RuleTally) -> [PrintedLine] {
    let counts = tally.counts.filter { $0.severity == .warning }
    guard !counts.isEmpty else { return endGroup() }
    let text = counts.map { "\($0.count) × \($0.rule)" }.joined(separator: ", ")
    return endGroup() + [PrintedLine(gitHubCommand: "::warning title=kiln batch::\(Self.escaped(text))")]
  }

  /// The end of the group, if there is one.
  mutating func endGroup() -> [PrintedLine] {
    defer { isInGroup = false }
    return isInGroup ? [PrintedLine(gitHubCommand: "::endgroup::")] : []
  }

  /// Data of a command.
  package static func escaped(_ text: String) -> String {
    map(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }.printable
  }

  /// A property of a command.
  package static func property(_ text: String) -> String {
    map(escaped(text)) { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
  }

  /// Works on Unicode scalars: as characters, CR LF or a sign with a combining accent would be a different one.
  private static func map(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result += other.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}
