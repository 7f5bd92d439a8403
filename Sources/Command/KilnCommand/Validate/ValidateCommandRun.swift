internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import KilnReports

internal import KilnPlatform

/// One run of `kiln validate`: finds the project file and the files, and checks, explains or fixes.
struct ValidateCommandRun {
  private let command: ValidateCommand
  private let printer: Printer
  /// The project file that holds; nil if there is none.
  private let project: ValidationProject?
  /// Files and folders that the command line names.
  private let paths: [String]
  /// Files that the project file names, or that its patterns find.
  private let found: [FoundFile]
  /// Command-line arguments that workers parse.
  private let arguments: [String]

  /// A run of a command. Without paths the files are those of the project, and its folder becomes the working folder.
  ///
  /// - Throws: Errors in the project file; `usage.invalid` if there is nothing to check.
  init(_ command: ValidateCommand, _ printer: Printer) throws(Diagnostic) {
    self.printer = printer
    let arguments = BatchArguments.arguments(after: ValidateCommand.self)
    let isOfProject = command.paths.isEmpty && command.files.filelist == nil
    let project = try command.openProject(isNeeded: isOfProject || command.project.printConfig)
    guard isOfProject, !command.project.printConfig, let project else {
      (self.command, self.project, self.arguments) = (command, project, arguments)
      (paths, found) = (command.paths, [])
      return
    }
    // Said relative to the folder that is left; workers start in the other one.
    var command = command
    command.assets = command.assets.map(project.absolute)
    var moved = command.assets.flatMap { ["--assets", $0] }
    if command.project.config != nil { moved += ["--config", project.name] }
    paths = []
    (self.project, found) = try project.entered()
    self.command = command
    self.arguments = BatchArguments.adding(moved, to: arguments)
  }

  /// Checks and reports; returns the exit code.
  func run() throws(Diagnostic) -> Int32 {
    if command.project.printConfig { return try explain() }
    let part = try command.files.shard?.resolve()
    if let note = part?.note { printer.printRemark(note) }
    let plan = try plan(shard: part?.shard)
    if command.fixing.isAsked {
      return try command.fixing.run(
        plan.jobs, assets: command.assets, command.expressions, command.limits.policy, bounds, printer)
    }
    let reporter = try ValidationReporter(
      command, printer, failOn: severity, jobs: plan.jobs.count, shard: part?.shard)
    let state = paths == ["-"] ? nil : try command.cache.state(shard: part?.shard)
    for finding in state?.findings ?? [] { printer.printWarning(finding) }
    if let job = plan.jobs.first, plan.jobs.count == 1, state == nil, !needsWorker {
      return try check(job, reporter)
    }
    Interruption.install()
    var settings = command.workers.settings(command.limits.policy)
    settings.digests = [command.settingsDigest(project)]
    settings.isForced = command.cache.force
    settings.makesPosters = command.reports.needsPictures
    settings.retriesFailures = command.cache.retryFailed
    let outcome = try BatchRunner(plan, settings, state: state).run(reporter)
    try state?.finish()
    return try reporter.finish(outcome)
  }

  /// Whether something was said that only a worker can keep to, or a stranger's file may crash it.
  private var needsWorker: Bool {
    let policy = command.limits.policy
    return paths != ["-"]
      && (command.workers.bounds.isAsked || policy.isUntrusted || !policy.chosen.isDisjoint(with: [.time, .memory]))
  }

  /// Time and memory of this process, where no worker keeps to them.
  private var bounds: WorkWatch.Bounds {
    let (asked, policy) = (command.workers.bounds, command.limits.policy)
    var bounds = WorkWatch.Bounds(seconds: asked.seconds(policy), bytes: asked.bytes(policy))
    bounds.options = (Limit.time.option, Limit.memory.option)
    return bounds
  }

  /// Checks one file in this process: starting another takes longer than most files.
  private func check(_ job: BatchJob, _ reporter: ValidationReporter) throws(Diagnostic) -> Int32 {
    let line = printer.progressLine(for: job.input == "-" ? "standard input" : job.input)
    try? line?.reporter.report("checking", 0, of: 0)
    let start = ContinuousClock.now
    let task = ValidationTask(command, project, makesPictures: command.reports.needsPictures)
    WorkWatch.begin(bounds) { [command, printer, severity] error in
      printer.removeProgressLine()
      return Self.fail(job, error, command, printer, failOn: severity)
    }
    let answer = task.answer(to: job) { [command, printer, severity] error in
      line?.remove()
      _exit(Self.fail(job, error, command, printer, failOn: severity))
    }
    WorkWatch.stop()
    var result = answer.result
    result.milliseconds = Int(((ContinuousClock.now - start) / .milliseconds(1)).rounded())
    line?.remove()
    reporter.finished(result)
    try reporter.delivered(result)
    return try reporter.finish(.finished)
  }

  /// Findings from which files fail.
  private var severity: Rule.Severity { command.rules.failOn ?? project?.validation?.failOn ?? .error }

  /// Reports that the only file cannot be checked, when the thread that checks it is stuck in a script; returns the exit code.
  private static func fail(
    _ job: BatchJob, _ error: Diagnostic, _ command: ValidateCommand, _ printer: Printer, failOn severity: Rule.Severity
  ) -> Int32 {
    do throws(Diagnostic) {
      let reporter = try ValidationReporter(command, printer, failOn: severity, jobs: 1, shard: nil)
      let result = WorkerAnswer(stuck: error, in: job).result
      reporter.finished(result)
      try reporter.delivered(result)
      return try reporter.finish(.finished)
    } catch {
      return error.rule.fault.exitCode
    }
  }

  private func plan(shard: BatchShard?) throws(Diagnostic) -> BatchPlan {
    guard paths != ["-"] else { return ValidationPlanner.standardInput(arguments: arguments) }
    var planner = ValidationPlanner(arguments: arguments)
    planner.paths = paths
    planner.found = found
    planner.findsPictures = !command.fixing.isAsked
    planner.listed = try command.files.listed()
    planner.included = command.files.include.map(\.pattern)
    planner.excluded = command.files.exclude.map(\.pattern)
    planner.respectsIgnoreFiles = !command.files.ignoresNothing
    planner.skipsForeign = command.files.skipForeign
    planner.shard = shard
    return try planner.plan()
  }

  /// Prints what the project file demands of the paths, or of all files.
  private func explain() throws(Diagnostic) -> Int32 {
    guard let project else { throw Diagnostic(.internalError, "there is no project file to explain") }
    let explanation = ValidationExplanation(project, paths: paths, command.rules)
    let report = CommandReport(exitCode: 0, result: explanation)
    try printer.print(
      printer.printsJSON
        ? CommandResult(json: report) : CommandResult(json: report, texts: explanation.lines, isAnswer: true))
    return 0
  }
}
