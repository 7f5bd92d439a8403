internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import Synchronization
internal import KilnValidation

internal import KilnPlatform

/// Whether and how `kiln validate` mends files.
struct FixOptions: ParsableArguments {
  @Flag(help: "Print what can be fixed without a change to any frame, instead of findings.")
  var fix = false

  @Option(
    name: .customLong("fix-only"),
    help: ArgumentHelp("Fix only findings of these rules; several separated by commas.", valueName: "rule"))
  var fixOnly: [String] = []

  @Flag(help: "With --fix, write the fixed files in place of the old ones.")
  var write = false

  func validate() throws {
    if write, !isAsked { throw ValidationError("--write needs --fix.") }
    for id in chosen ?? [] where !FileFixer.ids.contains(id) {
      let near = Spelling.nearest(to: id, among: FileFixer.ids).map { "did you mean \($0)?" }
      throw ValidationError(
        "--fix-only: nothing fixes “\(id)”; " + (near ?? "choose among \(FileFixer.ids.joined(separator: ", "))."))
    }
  }

  /// Whether files are fixed instead of checked.
  var isAsked: Bool { fix || !fixOnly.isEmpty }

  /// IDs of the rules to mend; nil for all.
  private var chosen: Set<String>? {
    fixOnly.isEmpty
      ? nil : Set(fixOnly.flatMap { $0.split(separator: ",") }.map { String($0.trimmingPrefix { $0 == " " }) })
  }

  /// Fixes files, one after the other, and prints what was or would be done. Returns the exit code: 2 if some files
  /// cannot be fixed, the first one's if none can.
  ///
  /// - Throws: `output.unwritable` if standard output is closed.
  func run(
    _ jobs: [BatchJob], assets: [String], _ expressions: ExpressionOptions, _ policy: FilePolicy,
    _ bounds: WorkWatch.Bounds, _ printer: Printer
  ) throws(Diagnostic) -> Int32 {
    let line = printer.progressLine(for: jobs.count == 1 ? jobs[0].input : "\(jobs.count) files")
    let results = Mutex<[FixResult]>([])
    let write = write
    // When the work on a file does not end, nothing but the end of the process ends it.
    let fail: @Sendable (Diagnostic) -> Int32 = { error in
      line?.remove()
      let done = results.withLock { $0 }
      let rest = jobs[min(done.count, jobs.count)...]
      let skipped = Diagnostic(
        .workCancelled, "not looked at, because \(rest.first?.input ?? "another file") was ended")
      let others = rest.enumerated().map { FixResult($1.input, failure: $0 == 0 ? error : skipped) }
      return (try? Self.print(done + others, isWritten: write, printer)) ?? error.rule.fault.exitCode
    }
    WorkWatch.begin(bounds, report: fail)
    for (index, job) in jobs.enumerated() {
      WorkWatch.restart()
      try? line?.reporter.report("fixing files", index, of: jobs.count)
      let mode = expressions.mode(policy) { _exit(fail($0)) }
      let fixer = FileFixer(rules: chosen, expressions: mode, limits: policy.limits)
      let result = FixResult(job, fixer, assets: assets, policy, writes: write)
      results.withLock { $0.append(result) }
    }
    WorkWatch.stop()
    line?.remove()
    return try Self.print(results.withLock { $0 }, isWritten: write, printer)
  }

  /// Prints what was or would be done. Returns the exit code.
  private static func print(
    _ results: [FixResult], isWritten: Bool, _ printer: Printer
  ) throws(Diagnostic) -> Int32 {
    let report = FixReport(results, isWritten: isWritten)
    let lines = FixText(report, printer, verbose: printer.options.verbose, quiet: printer.options.quiet).lines
    if printer.options.json {
      try printer.print(CommandResult(json: report))
    } else {
      try printer.print(CommandResult(json: report, lines: lines, isAnswer: true))
    }
    return report.exitCode
  }
}
