internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
package import KilnReports

/// Options of the record of earlier validations.
struct ValidationCacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder for a file that remembers the findings, so that only files that changed are checked again.",
      valueName: "folder"))
  var cache: String?

  @Flag(name: .customLong("no-cache"), help: "Check everything, and remember nothing.")
  var isOff = false

  @Flag(help: "Check also what is remembered.")
  var force = false

  @Flag(help: "Try again files that could not be read, although nothing has changed.")
  var retryFailed = false

  func validate() throws {
    guard cache == nil || isOff else { return }
    for (name, isGiven) in [("--force", force), ("--retry-failed", retryFailed)] where isGiven && !isOff {
      throw ValidationError("\(name) is about what --cache remembers. Add --cache, or leave it out.")
    }
  }

  /// The record of earlier findings; nil without `--cache`, or with `--no-cache`.
  ///
  /// - Throws: Errors of opening the record.
  func state(shard: BatchShard?) throws(Diagnostic) -> BatchState? {
    guard let cache, !isOff else { return nil }
    return try BatchState(folder: cache, shard: shard)
  }
}

/// Findings that do not fail, because they were there before.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only findings that are not in this file count. Layers are recognized by their names, so that files may be "
        + "exported again.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write the errors and warnings that there are, for --baseline; notes only with --fail-on note.",
      valueName: "file"))
  var writeBaseline: String?

  /// Whether there is one, or will be.
  var isUsed: Bool { baseline != nil || writeBaseline != nil }
}

/// The form in which findings are printed.
struct ValidationTextOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, concise }

  @Option(help: "How findings are printed: for people, or one a line as linters do (file:path: severity rule message).")
  var format: Format = .text

  @Flag(help: "Print only how many findings there are of each rule.")
  var statistics = false

  func validate() throws {
    guard statistics, format == .concise else { return }
    throw ValidationError("--statistics prints no findings; leave --format concise out.")
  }
}

/// Files to which the findings are written.
struct ValidationReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the findings: .json and .ndjson for machines, .sarif for code scanning, .xml for CI (JUnit, or Checkstyle "
        + "if the name ends in checkstyle.xml), gl-code-quality-report.json for GitLab, .html and "
        + ".md for people. Forms for CI hold notes with -v only. Repeatable.",
      valueName: "file"))
  var report: [String] = []

  @Option(
    help: ArgumentHelp(
      "Form of the reports whose extension several forms have, whatever else their names say. Repeatable.",
      valueName: "form"))
  var reportFormat: [ValidationReportFormat] = []

  func validate() throws {
    for path in report where format(of: path) == nil {
      throw ValidationError("--report: “\(path)” must end in \(ValidationReportFormat.extensionList).")
    }
    for format in reportFormat where !report.contains(where: format.fits) {
      throw ValidationError("--report-format \(format.rawValue) fits the name of no --report.")
    }
  }

  /// Whether a report shows pictures.
  var needsPictures: Bool { report.contains { format(of: $0) == .html } }

  /// The form of a report: the one that was said last and fits its name, or else what the name says.
  func format(of path: String) -> ValidationReportFormat? {
    reportFormat.last { $0.fits(path) } ?? ValidationReportFormat(fileName: path)
  }
}

extension ValidationReportFormat: ExpressibleByArgument {}
