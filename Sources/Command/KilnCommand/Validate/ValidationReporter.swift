internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Tells of a running validation: a live block on a terminal, files with errors as soon as all before them are checked,
/// annotations in GitHub Actions, and at the end all other findings, a summary and report files.
final class ValidationReporter: BatchObserver {
  private let command: ValidateCommand
  private let severity: Rule.Severity
  private let printer: Printer
  private let text: ValidationText
  private let shard: BatchShard?
  private let block: ProgressBlock?
  /// Nil outside of GitHub Actions.
  private let gitHub: GitHubLog?
  private let start = ContinuousClock.now
  /// Counts for the live block.
  private var progress: BatchSummary
  /// Sums over the files that were delivered.
  private(set) var summary: ValidationRunSummary
  /// Kept for report files only.
  private var files: [ValidatedFile] = []
  /// The first file that was checked.
  private var firstFile: ValidatedFile?
  /// Text of the files without errors, which comes after those with errors.
  private var later: [PrintedLine] = []
  /// Findings that do not count; nil if none is given.
  private var baseline: Baseline?
  /// The baseline to be written; nil if none is wanted.
  private var newBaseline: Baseline?
  /// Paths of all files that were checked, for what is stale in the baseline.
  private var checkedPaths: [String] = []
  private var annotations: [Rule.Severity: Int] = [:]

  /// Annotations of one severity that GitHub shows of a step.
  private static let maximumAnnotations = 10

  /// - Parameter severity: Findings from which files fail.
  init(
    _ command: ValidateCommand, _ printer: Printer, failOn severity: Rule.Severity, jobs: Int, shard: BatchShard?
  ) throws(Diagnostic) {
    self.command = command
    self.severity = severity
    self.printer = printer
    self.shard = shard
    text = ValidationText(
      isColored: printer.colorsOutput, verbose: command.printing.verbose, quiet: command.printing.quiet,
      failOn: severity)
    block = printer.isInteractive && jobs > 1 ? ProgressBlock() : nil
    gitHub = GitHubLog(
      environment: ProcessInfo.processInfo.environment, workingFolder: FileManager.default.currentDirectoryPath)
    progress = BatchSummary(planned: jobs)
    summary = ValidationRunSummary(planned: jobs)
    baseline = try command.baseline.baseline.map { path throws(Diagnostic) in try Baseline(reading: path) }
    if let path = command.baseline.writeBaseline {
      try Files.makeFolder(around: path)
      newBaseline = Baseline(at: path)
    }
  }

  var isInterrupted: Bool { Interruption.isPending }

  func working(on inputs: [String]) {
    block?.show { columns in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      return BatchProgress(summary: progress, seconds: seconds, inputs: inputs).lines(columns: columns)
    }
  }

  func finished(_ result: BatchResult) { progress.add(result) }

  func isFailure(_ result: BatchResult) -> Bool {
    // Only asked for where somebody counts.
    guard command.workers.maximumFailures != nil, newBaseline == nil else { return false }
    var file = ValidatedFile(result)
    var baseline = baseline
    baseline?.mark(&file)
    return file.fails(on: severity)
  }

  func delivered(_ result: BatchResult) throws(Diagnostic) {
    var file = ValidatedFile(result)
    newBaseline?.add(file, atLeast: accepted)
    baseline?.mark(&file)
    let shown = newBaseline == nil || command.printing.json ? nil : file
    // What is accepted from now on counts as known, and is shown a last time.
    if newBaseline != nil { file.updateFindings { if $0.severity >= accepted { $0.isKnown = true } } }
    if baseline != nil { checkedPaths.append(file.input) }
    summary.add(file)
    if firstFile == nil, file.status != .skipped { firstFile = file }
    if !command.reports.report.isEmpty { files.append(file) }
    block?.remove()
    try print(shown ?? file)
  }

  /// Severity from which findings are written to a new baseline.
  private var accepted: Rule.Severity { min(.warning, severity) }

  private func print(_ file: ValidatedFile) throws(Diagnostic) {
    if command.printing.json {
      try StandardStreams.printOutput(json: try file.line())
    } else if command.text.format == .concise {
      try StandardStreams.printOutput(text.conciseLines(of: file))
    } else if !command.text.statistics {
      let lines = text.lines(of: file)
      if file.count(.error) > 0 { try StandardStreams.printOutput(lines) } else { later += lines }
    }
    guard let gitHub, !command.printing.quiet else { return }
    for finding in file.newFindings where finding.severity >= .warning {
      annotations[finding.severity, default: 0] += 1
      guard annotations[finding.severity, default: 0] <= Self.maximumAnnotations else { continue }
      StandardStreams.printError(gitHub.annotation(finding, file: file.input))
    }
  }

  /// Writes the baseline and the reports, prints the summary, and returns the exit code.
  ///
  /// - Throws: `output.unwritable`.
  func finish(_ outcome: BatchRunner.Outcome) throws(Diagnostic) -> Int32 {
    block?.remove()
    let stale = outcome == .finished && shard == nil ? baseline?.stale(among: checkedPaths) ?? [] : []
    summary.stale = stale.count
    if outcome == .finished, let newBaseline, let path = command.baseline.writeBaseline {
      try Files.write(Array(newBaseline.text().utf8), to: path)
      let count = newBaseline.count
      printer.printNote("\(path) knows \(count) finding\(count == 1 ? "" : "s"), which fail no more with --baseline")
    }
    try writeReports()
    try StandardStreams.printOutput(later)
    if !command.printing.quiet { try printSummary(outcome, stale) }
    return outcome == .interrupted ? Interruption.exitCode : summary.exitCode(failOn: severity)
  }

  private func printSummary(_ outcome: BatchRunner.Outcome, _ stale: [String]) throws(Diagnostic) {
    let end = ValidationSummaryText(
      summary: summary, failOn: severity, file: firstFile, verbose: command.printing.verbose,
      wasInterrupted: outcome == .interrupted, stale: stale)
    guard !command.printing.json, command.text.format != .concise else {
      // Programs read the findings.
      StandardStreams.printError(end.result)
      return
    }
    let listsRules = command.text.statistics
    try StandardStreams.printOutput(
      end.lines(listsRules: listsRules, proposesPage: command.reports.report.isEmpty && !listsRules))
  }

  private func writeReports() throws(Diagnostic) {
    guard !command.reports.report.isEmpty else { return }
    var report = ValidationRunReport(
      kiln: KilnCommand.configuration.version, failOn: severity, summary: summary, files: files)
    report.shard = shard
    report.folder = GitHubLog.folder
    report.listsNotes = command.printing.verbose
    for path in command.reports.report {
      guard let format = command.reports.format(of: path) else { continue }
      try report.write(format, to: path)
    }
  }
}
