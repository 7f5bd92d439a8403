public import KilnDiagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Report of a validation, file by file, for programs, CI systems and people.
public struct CheckReport: Sendable {
  /// Version of the JSON form, which `Conversions/at-scale/validation.schema.json` describes. It grows when members change
  /// their meaning or go.
  public static let currentVersion = 1

  /// Version of Kiln that made the report.
  public var kiln: String
  /// Severity from which findings fail.
  public var failOn: Rule.Severity
  /// The part of the files that the report is about; nil for all of them.
  public var shard: BatchShard?
  /// Totals over all files.
  public var summary: CheckSummary
  /// Every file, in the order of the plan.
  public var files: [CheckedFile]
  /// The working folder below that of the repository, by which CI systems name files: empty, or with a slash at its end.
  public var folder = ""

  /// A report on files.
  public init(kiln: String, failOn: Rule.Severity, summary: CheckSummary, files: [CheckedFile]) {
    self.kiln = kiln
    self.failOn = failOn
    self.summary = summary
    self.files = files
  }

  /// The report in a form.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  public func bytes(_ format: CheckReportFormat) throws(Diagnostic) -> [UInt8] {
    switch format {
    case .json: try encoded(Document(self))
    case .ndjson: try lines()
    case .sarif: try encoded(sarif)
    case .gitlab: try encoded(gitLab)
    case .junit: Array(junit.utf8)
    case .checkstyle: Array(checkstyle.utf8)
    case .markdown: Array(markdown.utf8)
    case .html: Array(html.utf8)
    }
  }

  /// Writes the report, and makes the folders that it needs.
  ///
  /// - Throws: `output.unwritable`.
  public func write(_ format: CheckReportFormat, to path: String) throws(Diagnostic) {
    try Files.makeFolder(around: path)
    try Files.write(try bytes(format), to: path)
  }

  private func encoded(_ value: some Encodable) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw Diagnostic(.internalError, "the report cannot be encoded")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  private func lines() throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    for file in files { bytes += try file.line() }
    return bytes
  }

  /// Reads a report in the form `.json`.
  ///
  /// - Throws: `report.unreadable` if it is none, or one of another version.
  public init(json bytes: [UInt8]) throws(Diagnostic) {
    let document = try ReportReading.report(
      Document.self, bytes, version: Self.currentVersion, again: "check this part again"
    ) {
      $0.summary.planned >= 0 && $0.files.allSatisfy(\.isPossible) && $0.shard?.isPossible ?? true
    }
    var summary = CheckSummary(planned: document.summary.planned)
    for file in document.files { summary.add(file) }
    self.init(kiln: document.kiln, failOn: document.failOn, summary: summary, files: document.files)
    shard = document.shard
  }

  /// The members of the JSON form.
  private struct Document: Codable {
    var version = CheckReport.currentVersion
    var kiln: String
    var failOn: Rule.Severity
    var shard: BatchShard?
    var summary: CheckSummary
    var files: [CheckedFile]

    init(_ report: CheckReport) {
      kiln = report.kiln
      failOn = report.failOn
      shard = report.shard
      summary = report.summary
      files = report.files
    }
  }

  /// The rule with an ID; nil if there is none.
  public static func rule(_ id: String) -> Rule? { rules[id] }

  private static let rules = Dictionary((RuleCatalogue.all + BatchRules.all).map { ($0.id, $0) }) { first, _ in first }

  /// The path of a file from the folder of the repository.
  func path(of file: CheckedFile) -> String {
    file.input.hasPrefix("/") ? file.input : RelativePath.normalized(folder + file.input)
  }
}

extension CheckedFile {
  /// The file as one line of JSON with its end.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  public func line() throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      throw Diagnostic(.internalError, "a result cannot be encoded")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}

/// Sums over the files of a validation.
public struct CheckSummary: Sendable, Codable {
  /// Number of files that were to be checked.
  public var planned: Int
  /// Files that were checked.
  public var checked = 0
  /// Files without findings, those of the baseline not counted.
  public var clean = 0
  /// Files that cannot be read, or whose worker was lost.
  public var failed = 0
  /// Files in folders that are no animations.
  public var skipped = 0
  /// Findings that are errors; files that cannot be read are errors.
  public var errors = 0
  /// Findings that are warnings.
  public var warnings = 0
  /// Findings that are notes.
  public var notes = 0
  /// Findings that stand in the baseline; no others count them.
  public var known = 0
  /// Findings of the baseline that are no longer there.
  public var stale = 0
  /// Number of findings by rule, without those of the baseline.
  public var rules = RuleTally()

  /// Files that were not begun or not finished.
  public var unfinished: Int { max(0, planned - checked - failed - skipped) }

  /// No files yet.
  public init(planned: Int) { self.planned = planned }

  /// Adds a file.
  public mutating func add(_ file: CheckedFile) {
    switch file.status {
    case .checked: checked += 1
    case .failed: failed += 1
    case .skipped:
      skipped += 1
      return
    }
    let findings = file.findings
    known += findings.count(where: \.isKnown)
    if !findings.contains(where: { !$0.isKnown }) { clean += 1 }
    errors += file.count(.error)
    warnings += file.count(.warning)
    notes += file.count(.note)
    for finding in findings where !finding.isKnown { rules.add(finding.finding) }
  }
}
