internal import ArgumentParser
internal import Batch
internal import Diagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Tells of a running batch: a live block on a terminal, a line for each file elsewhere, JSON lines for machines, and at
/// the end a summary and report files.
final class BatchReporter: BatchObserver {
  private let printer: Printer
  private let options: PrintingOptions
  private let policy: RulePolicy
  private let isDryRun: Bool
  private let isWatching: Bool
  private let reportPaths: [String]
  private let block: ProgressBlock?
  private let start = ContinuousClock.now
  private let encoder = JSONEncoder()
  /// Kept for report files only.
  private var results: [BatchResult] = []
  /// Sums so far.
  private(set) var summary: BatchSummary

  init(_ command: BatchCommand, _ printer: Printer, jobs: Int) {
    self.printer = printer
    options = command.printing
    policy = command.conversion.findings.policy
    isDryRun = command.conversion.dryRun
    isWatching = command.cache.watch
    reportPaths = command.report
    block = printer.isInteractive ? ProgressBlock() : nil
    summary = BatchSummary(planned: jobs)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  var isInterrupted: Bool { Interruption.isPending }

  func working(on inputs: [String]) {
    block?.show { columns in
      BatchProgress(summary: summary, seconds: elapsed / .seconds(1), inputs: inputs).lines(columns: columns)
    }
  }

  func finished(_ result: BatchResult) {
    summary.add(result)
    guard isWanted(result) else { return }
    block?.remove()
    for line in lines(of: result) { StandardStreams.writeError(line + "\n") }
  }

  func delivered(_ result: BatchResult) throws(Diagnostic) {
    if !reportPaths.isEmpty { results.append(result) }
    guard options.json else { return }
    guard let line = try? encoder.encode(result) else {
      throw Diagnostic(.internalError, "a result cannot be encoded")
    }
    try StandardStreams.writeOutput(Array(line) + [UInt8(ascii: "\n")])
  }

  /// How many files without an input are named.
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
    summary.milliseconds = Int((elapsed / .milliseconds(1)).rounded())
    let table = BatchSummaryTable(summary: summary, outcome: outcome, isDryRun: isDryRun)
    let text = isWatching ? table.line : table.text
    if options.json {
      if !options.quiet { StandardStreams.writeError(text + "\n") }
    } else {
      try printer.print(CommandResult(json: summary, text: text))
    }
    let report = BatchReport(kiln: KilnCommand.configuration.version, summary: summary, files: results)
    for path in reportPaths {
      guard let format = BatchReportFormat(fileName: path) else { continue }
      try Files.makeFolder(around: path)
      try Files.write(try report.bytes(format), to: path)
    }
  }

  private var elapsed: Duration { ContinuousClock.now - start }

  /// On a terminal only what failed: the rest is in the block and the summary.
  private func isWanted(_ result: BatchResult) -> Bool {
    switch result.status {
    case .failed: true
    case .converted: !options.quiet && (block == nil || options.verbose)
    case .skipped: !options.quiet && (block == nil || options.verbose)
    case .upToDate: options.verbose && !options.quiet
    }
  }

  private func lines(of result: BatchResult) -> [String] {
    let name = result.input + (result.variant.map { " [\($0)]" } ?? "")
    switch result.status {
    case .failed: return [printer.label(.error) + " \(name): \(result.error?.text ?? "")" + ruleID(of: result.error)]
    case .skipped: return [printer.label(.note) + " \(name): skipped, \(result.error?.message ?? "")"]
    case .upToDate: return ["\(name) → \(result.output)  up to date"]
    case .converted:
      let count = result.rules.filter { $0.severity != "note" }.reduce(0) { $0 + $1.count }
      let findings = count == 0 ? "" : ", \(count) finding\(count == 1 ? "" : "s")"
      let files = result.outputCount > 1 ? ", \(result.outputCount) files" : ""
      let verb = isDryRun ? "would become" : "→"
      let line = "\(name) \(verb) \(result.output)  \(ByteCount(result.outputBytes))\(files)\(findings)"
      guard options.verbose else { return [line] }
      return [line] + result.diagnostics.map { "  \($0.severity): \($0.text) [\($0.rule)]" }
    }
  }

  private func ruleID(of finding: BatchFinding?) -> String { finding.map { " [\($0.rule)]" } ?? "" }
}
