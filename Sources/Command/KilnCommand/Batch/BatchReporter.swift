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

/// Tells of a running batch: a live block on a terminal, a line for each file elsewhere (grouped and annotated in GitHub
/// Actions), JSON lines for machines, and at the end a summary and report files.
final class BatchReporter: BatchObserver {
  private let printer: Printer
  private let options: PrintingOptions
  private let policy: RulePolicy
  private let isDryRun: Bool
  private let isWatching: Bool
  private let reportPaths: [String]
  private let shard: BatchShard?
  private let block: ProgressBlock?
  /// Nil outside of GitHub Actions.
  private var gitHub: GitHubLog?
  private let start = ContinuousClock.now
  /// When the last file was done: the time left is told as of then.
  private var counted = Duration.zero
  /// Kept for report files only.
  private var results: [BatchResult] = []
  /// Sums so far.
  private(set) var summary: BatchSummary

  init(_ command: BatchCommand, _ printer: Printer, jobs: Int, shard: BatchShard?) {
    self.printer = printer
    options = command.printing
    policy = command.conversion.findings.policy
    isDryRun = command.conversion.dryRun
    isWatching = command.cache.watch
    reportPaths = command.report
    self.shard = shard
    block = printer.isInteractive ? ProgressBlock() : nil
    gitHub =
      block != nil
      ? nil
      : GitHubLog(
        environment: ProcessInfo.processInfo.environment, workingFolder: FileManager.default.currentDirectoryPath)
    summary = BatchSummary(planned: jobs)
  }

  var isInterrupted: Bool { Interruption.isPending }

  func working(on inputs: [String]) {
    block?.show { columns in
      BatchProgress(summary: summary, seconds: counted / .seconds(1), inputs: inputs).lines(columns: columns)
    }
  }

  func finished(_ result: BatchResult) {
    summary.add(result)
    counted = elapsed
    guard isWanted(result) else { return }
    block?.remove()
    write(logged(result))
  }

  func delivered(_ result: BatchResult) throws(Diagnostic) {
    if !reportPaths.isEmpty { results.append(result) }
    if options.json { try StandardStreams.printOutput(json: try result.line()) }
  }

  /// Maximum number of results without an input that are listed by name.
  private static let namedOrphans = 10

  /// Tells of files whose inputs are gone.
  func report(orphans: [String], wereRemoved: Bool) {
    guard !orphans.isEmpty else { return }
    block?.remove()
    let words = wereRemoved ? "removed: its input is gone" : "its input is gone; --prune removes it"
    for path in orphans.prefix(Self.namedOrphans) { printer.printNote("\(path): \(words)") }
    let rest = orphans.count - Self.namedOrphans
    if rest > 0 { printer.printNote("\(rest) more: \(wereRemoved ? "removed, too" : "their inputs are gone, too")") }
  }

  /// Writes the reports and prints the summary.
  ///
  /// - Throws: `output.unwritable`.
  func finish(_ outcome: BatchRunner.Outcome) throws(Diagnostic) {
    block?.remove()
    if !options.quiet { write(gitHub?.warnings(summary.rules) ?? []) }
    summary.milliseconds = Int((elapsed / .milliseconds(1)).rounded())
    let table = BatchSummaryTable(
      summary: summary, outcome: outcome, isDryRun: isDryRun, hint: options.verbose ? nil : "-v says what and where")
    let lines = PrintedLine.lines(isWatching ? [table.line] : table.lines)
    if options.json {
      if !options.quiet { write(lines) }
    } else {
      try printer.print(CommandResult(json: summary, lines: lines))
    }
    var report = BatchReport(kiln: KilnCommand.configuration.version, summary: summary, files: results)
    report.shard = shard
    for path in reportPaths { try report.write(to: path) }
  }

  private var elapsed: Duration { ContinuousClock.now - start }

  /// Whether a result is printed. On a terminal only failures are: the rest is in the progress block and the summary.
  private func isWanted(_ result: BatchResult) -> Bool {
    switch result.status {
    case .failed: true
    case .converted: !options.quiet && (block == nil || options.verbose)
    case .skipped: !options.quiet && (block == nil || options.verbose)
    case .upToDate: options.verbose && !options.quiet
    }
  }

  private func write(_ lines: [PrintedLine]) {
    for line in lines { StandardStreams.printError(line) }
  }

  /// Log lines of a result.
  private func logged(_ result: BatchResult) -> [PrintedLine] {
    let lines = lines(of: result)
    guard gitHub != nil else { return lines }
    if let error = result.error, result.status == .failed {
      return gitHub?.error(error.text, file: result.input, title: error.rule) ?? []
    }
    return lines.flatMap { gitHub?.grouped($0, title: "kiln batch: \(summary.planned) files") ?? [] }
  }

  private func lines(of result: BatchResult) -> [PrintedLine] {
    let name = result.input + (result.variant.map { " [\($0)]" } ?? "")
    switch result.status {
    case .failed:
      return ["\(printer.label(.error)) \(name): \(result.error?.text ?? "")\(ruleID(of: result.error))"]
    case .skipped: return ["\(printer.label(.note)) \(name): skipped, \(result.error?.message ?? "")"]
    case .upToDate: return ["\(name) → \(result.output)  up to date"]
    case .converted:
      let count = result.rules.count(atLeast: .warning)
      let findings = count == 0 ? "" : ", \(count) finding\(count == 1 ? "" : "s")"
      let files = result.outputCount > 1 ? ", \(result.outputCount) files" : ""
      let verb = isDryRun ? "would become" : "→"
      let line: PrintedLine =
        "\(name) \(verb) \(result.output)  \(ByteCount(result.outputBytes))\(files)\(findings)"
      guard options.verbose else { return [line] }
      return [line] + result.diagnostics.map { "  \($0.severity.rawValue): \($0.text) [\($0.rule)]" }
    }
  }

  private func ruleID(of finding: DiagnosticReport?) -> String { finding.map { " [\($0.rule)]" } ?? "" }
}
