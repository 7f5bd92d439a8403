internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnReports

internal import KilnPlatform

/// The runs of one `kiln batch`: one, or with `--watch` one after each change.
struct BatchCommandRun {
  let command: BatchCommand
  let printer: Printer
  /// The plan of the first run.
  let plan: BatchPlan
  /// Folder of the record of earlier runs, unless `--cache` names another folder.
  let folder: String
  /// Folder in which results of earlier runs may be removed, whatever their record says; nil for any.
  let prunedFolder: String?
  /// Files beside inputs and their parts that decide what is made.
  let watched: [String]
  /// Makes the plan of a later run.
  let replan: () throws(Diagnostic) -> BatchPlan

  /// Converts and reports; returns the exit code.
  ///
  /// - Throws: Errors of planning again, of starting workers, and of writing reports.
  func run() throws(Diagnostic) -> Int32 {
    let part = try command.files.shard?.resolve()
    if let note = part?.note { printer.printRemark(note) }
    Interruption.install()
    let state = command.conversion.dryRun ? nil : try command.cache.state(besides: folder, shard: part?.shard)
    for finding in state?.findings ?? [] { printer.printWarning(finding) }
    guard command.cache.watch, let state else { return try runOnce(plan, state) }
    return try watch(state)
  }

  private func runOnce(_ plan: BatchPlan, _ state: BatchState?) throws(Diagnostic) -> Int32 {
    let reporter = BatchReporter(
      command, printer, jobs: plan.jobs.count, shard: try command.files.shard?.resolve().shard)
    var runner = BatchRunner(plan, try command.settings(for: plan), state: state)
    if command.conversion.dryRun { runner.earlierResults = command.cache.earlierResults(besides: folder)() }
    let outcome = try runner.run(reporter)
    if let state {
      if outcome == .finished { reporter.report(orphans: try orphans(in: state), wereRemoved: command.cache.prune) }
      if let path = command.cache.depfile { try Files.write(Array(Depfile(plan.jobs, state).text.utf8), to: path) }
      if outcome != .stoppedByFullDisk { try state.finish() }
    }
    try reporter.finish(outcome)
    switch outcome {
    case .interrupted: return Interruption.exitCode
    case .stoppedByFailures: return 2
    case .stoppedByFullDisk: return Rule.outputDiskFull.fault.exitCode
    case .finished: return reporter.summary.failed > 0 ? 2 : 0
    }
  }

  /// Files of results whose inputs are gone; with `--prune` those that were removed.
  private func orphans(in state: BatchState) throws(Diagnostic) -> [String] {
    var paths: [String] = []
    let boundary = prunedFolder.map { PathBoundary(folder: $0) ?? .nowhere }
    for orphan in state.orphans(inside: boundary) {
      paths += command.cache.prune ? try state.remove(orphan, inside: boundary) : orphan.files
    }
    return paths
  }
}

extension BatchCommandRun {
  /// Interval between two polls of the files, in microseconds.
  private static let interval: useconds_t = 250_000
  /// Part of the time that may be spent on looking, as a divisor.
  private static let share = 10.0

  /// Runs, and runs again when files have changed and stay as they are for a moment, until it is interrupted.
  private func watch(_ state: BatchState) throws(Diagnostic) -> Int32 {
    while true {
      let seen = try runWatched(state)
      // An interrupt may come when the run is over, whose exit code does not tell of it.
      if Interruption.isPending { return Interruption.exitCode }
      printer.printNote("watching \(seen.count) file\(seen.count == 1 ? "" : "s"); Ctrl-C ends it")
      guard waitForChange(of: seen, state) else { return Interruption.exitCode }
    }
  }

  /// One run, with the state of the files before it. Errors of the plan do not end the watching: they may be fixed
  /// meanwhile.
  private func runWatched(_ state: BatchState) throws(Diagnostic) -> WatchedFiles {
    let seen = rescan(state)
    do throws(Diagnostic) {
      let plan = try replan()
      let before = WatchedFiles(plan, state, others: watched)
      _ = try runOnce(plan, state)
      // The files that results depend on are known only now. A change during the run is left for the next run.
      let after = WatchedFiles(plan, state, others: watched)
      return after.differs(from: before) ? before : after
    } catch {
      guard error.rule.fault != .output else { throw error }
      printer.print(error, ofCommand: "batch")
      return seen
    }
  }

  /// Returns when files look different from before and are at rest; false after an interrupt.
  private func waitForChange(of seen: WatchedFiles, _ state: BatchState) -> Bool {
    var last = seen
    while !Interruption.isPending {
      let start = ContinuousClock.now
      let now = rescan(state)
      let isAtRest = now == last
      last = now
      if now != seen, isAtRest { return true }
      let cost = (ContinuousClock.now - start) / .microseconds(1)
      usleep(max(Self.interval, useconds_t(min(cost * Self.share, 10_000_000))))
    }
    return false
  }

  /// Current state of the watched files; without a plan, only of those that decide what is made.
  private func rescan(_ state: BatchState) -> WatchedFiles {
    let plan = (try? replan()) ?? BatchPlan(optionLists: [], jobs: [])
    return WatchedFiles(plan, state, others: watched)
  }
}
