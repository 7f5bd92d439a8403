package import KilnDiagnostics
internal import Kiln

/// Report of a validation, file by file, for programs, CI systems and people.
package struct ValidationRunReport: Sendable {
  /// Version of the JSON form, which `Conversions/at-scale/validation.schema.json` describes. It grows when members change
  /// their meaning or go.
  package static let currentVersion = 1

  /// Version of Kiln that made the report.
  package var kiln: String
  /// Severity from which findings fail.
  package var failOn: Rule.Severity
  /// The part of the files that the report is about; nil for all of them.
  package var shard: BatchShard?
  /// Totals over all files.
  package var summary: ValidationRunSummary
  /// Every file, in the order of the plan.
  package var files: [ValidatedFile]
  /// The working folder below that of the repository, by which CI systems name files: empty, or with a slash at its end.
  package var folder = ""
  /// Whether the forms for CI systems hold notes, too.
  package var listsNotes = false

  /// A report on files.
  package init(kiln: String, failOn: Rule.Severity, summary: ValidationRunSummary, files: [ValidatedFile]) {
    self.kiln = kiln
    self.failOn = failOn
    self.summary = summary
    self.files = files
  }

  /// The report in a form.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  package func bytes(_ format: ValidationReportFormat) throws(Diagnostic) -> [UInt8] {
    switch format {
    case .json: try ReportJSON.bytes(Document(self))
    case .ndjson: try lines()
    case .sarif: try ReportJSON.bytes(sarif)
    case .gitlab: try ReportJSON.bytes(gitLab)
    case .junit: Array(junit.utf8)
    case .checkstyle: Array(checkstyle.utf8)
    case .markdown: Array(markdown.utf8)
    case .html: Array(html.utf8)
    }
  }

  /// Writes the report, and makes the folders that it needs.
  ///
  /// - Throws: `output.unwritable`.
  package func write(_ format: ValidationReportFormat, to path: String) throws(Diagnostic) {
    try Files.makeFolder(around: path)
    try Files.write(try bytes(format), to: path)
  }

  private func lines() throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    for file in files { bytes += try file.line() }
    return bytes
  }

  /// Reads a report in the form `.json`.
  ///
  /// - Throws: `report.unreadable` if it is none, or one of another version.
  package init(json bytes: [UInt8]) throws(Diagnostic) {
    let document = try ReportJSON.report(
      Document.self, bytes, version: Self.currentVersion, again: "check this part again"
    ) {
      $0.summary.planned >= 0 && $0.files.allSatisfy(\.isPossible) && $0.shard?.isPossible ?? true
    }
    var summary = ValidationRunSummary(planned: document.summary.planned)
    for file in document.files { summary.add(file) }
    self.init(kiln: document.kiln, failOn: document.failOn, summary: summary, files: document.files)
    shard = document.shard
  }

  /// The members of the JSON form.
  private struct Document: Codable {
    var version = ValidationRunReport.currentVersion
    var kiln: String
    var failOn: Rule.Severity
    var shard: BatchShard?
    var summary: ValidationRunSummary
    var files: [ValidatedFile]

    init(_ report: ValidationRunReport) {
      kiln = report.kiln
      failOn = report.failOn
      shard = report.shard
      summary = report.summary
      files = report.files
    }
  }

  /// The rule with an ID; nil if there is none.
  package static func rule(_ id: String) -> Rule? { rules[id] }

  private static let rules = Dictionary((RuleCatalogue.all + ReportRules.all).map { ($0.id, $0) }) { first, _ in first }

  /// Whether the forms for CI systems hold a finding: notes only if they are wanted, or fail.
  func isListed(_ finding: FileFinding) -> Bool { finding.severity > .note || listsNotes || failOn == .note }

  /// The path of a file from the folder of the repository.
  func path(of file: ValidatedFile) -> String {
    file.input.hasPrefix("/") ? file.input : RelativePath.normalized(folder + file.input)
  }
}

extension ValidatedFile {
  /// The file as one line of JSON with its end.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  package func line() throws(Diagnostic) -> [UInt8] { try ReportJSON.line(self) }
}
