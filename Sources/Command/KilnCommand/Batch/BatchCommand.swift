internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import KilnReports

/// `kiln batch`.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Convert many animations at the same time.",
    usage: """
      kiln batch
      kiln batch designs --to svga -o build --max-bytes 500k
      kiln batch designs --to svga -o build --exclude 'drafts/**' --report report.html
      kiln batch icons --to webp -o out --variant scale=1 --variant scale=2 --name '{dir}/{stem}@{scale}x'
      git ls-files -z | kiln batch --filelist - --skip-foreign --to svga -o build
      """,
    discussion: """
      Without paths, .kiln.yml in this folder or above it says what is converted; `kiln init` writes one. Options on the \
      command line take precedence over variables such as KILN_FPS=30, and these over the file.

      Folders are searched for .json, .lottie, .tgs, .svga and .zip, and for GIF, APNG, WebP and video files that a pattern \
      names, such as --include '*.gif'; a folder that holds nothing but pictures is one animation. Names that begin with a \
      dot are left out. The tree \
      below each PATH is kept in the output folder. A file that cannot be converted stops no other.

      Exit codes: 0 all are converted, 2 some are not, 64 wrong usage, 71 no process can be started, 78 wrong \
      project file, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp("Files and folders; without any, the project file says what is converted.", valueName: "path"))
  var paths: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for the results; made if it is not there.", valueName: "folder"))
  var output: String?

  @OptionGroup(title: "Project file") var project: ProjectOptions
  @OptionGroup(title: "Files") var files: BatchFileOptions
  @OptionGroup(title: "Workers") var workers: BatchWorkerOptions
  @OptionGroup(title: "Earlier runs") var cache: BatchCacheOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup var conversion: ConversionOptions
  @OptionGroup var printing: PrintingOptions

  @Option(
    help: ArgumentHelp(
      "Write what became of each file; .json for machines, .html and .md for people, .xml for CI (JUnit). Repeatable.",
      valueName: "file"))
  var report: [String] = []

  /// Whether a project file says what is converted: nothing else does.
  private var usesProject: Bool { project.file.printConfig || paths.isEmpty && files.filelist == nil }

  func validate() throws {
    if let format = conversion.to { try conversion.check(for: format) }
    for path in report where BatchReportFormat(fileName: path) == nil {
      throw ValidationError("--report: “\(path)” must end in \(BatchReportFormat.extensionList).")
    }
    guard !BatchArguments.isParsingVariant else { return }
    try usesProject ? checkWithProject() : checkWithPaths()
  }

  /// Checks that nothing is said on the command line that the project file says.
  private func checkWithProject() throws {
    if project.file.ignoresConfig { throw ValidationError("Name files or folders, or a list with --filelist.") }
    let refused = [("-o", output != nil), ("--to", conversion.to != nil)].first(where: \.1)?.0 ?? files.givenForPaths
    guard let refused else { return }
    throw ValidationError(
      "\(refused) is for files and folders that are named here. Name files or folders, or leave it out to follow the "
        + "project file.")
  }

  private func checkWithPaths() throws {
    if let option = project.given {
      throw ValidationError("\(option) is for project files; leave it out, or the files and folders.")
    }
    guard conversion.to != nil else {
      throw ValidationError(
        Files.exists(ProjectFile.name)
          ? "--to must say the format of the results: \(ProjectFile.name) is only for runs without paths; --only NAME "
            + "runs one of its conversions."
          : "--to must say the format of the results.")
    }
    guard let output else { throw ValidationError("-o must say the folder for the results.") }
    if StandardStreams.isOutput(output) { throw ValidationError("-o takes a folder.") }
    if paths.contains("-") { throw ValidationError("An animation from standard input is for convert, not for batch.") }
    try files.check(self)
  }

  func run() throws {
    let printer = Printer(printing)
    let code: Int32
    do throws(Diagnostic) {
      code = try usesProject ? followProject(printer) : followArguments(printer)
    } catch {
      code = error.rule.fault.exitCode
      // Errors in the project file name their position themselves.
      printer.print(error, ofCommand: "batch")
      if printer.printsJSON {
        // The exit code says that something failed, even if standard output is closed.
        try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error)))
      }
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// Settings of the workers, and what tells whether a result still holds.
  ///
  /// - Throws: `internal.error` if the options of a variant were not checked.
  func settings(for plan: BatchPlan) throws(Diagnostic) -> BatchRunner.Settings {
    var settings = workers.settings(source.limits.policy)
    settings.digests = try plan.optionLists.map { arguments throws(Diagnostic) in
      guard let command = try? BatchArguments.parseVariant(arguments) else {
        throw Diagnostic(.internalError, "the options were not checked")
      }
      return command.settingsDigest
    }
    settings.makesPosters = report.contains { BatchReportFormat(fileName: $0) == .html }
    settings.isForced = cache.force
    settings.retriesFailures = cache.retryFailed
    return settings
  }

  /// Runs the batch of the command line; returns the exit code.
  private func followArguments(_ printer: Printer) throws(Diagnostic) -> Int32 {
    let planner = try files.planner(self)
    let commandRun = BatchCommandRun(
      command: self, printer: printer, plan: try planner.plan(), folder: output ?? ".", prunedFolder: output ?? ".",
      watched: [],
      replan: { () throws(Diagnostic) in try planner.plan() })
    return try commandRun.run()
  }

  /// Runs the batch of the project file; returns the exit code.
  private func followProject(_ printer: Printer) throws(Diagnostic) -> Int32 {
    let project = try ProjectBatch.open(self)
    try warn(project.warnings, printer)
    guard !self.project.file.printConfig else {
      let explanation = try ProjectExplanation(project)
      let report = CommandReport(exitCode: 0, result: explanation)
      try printer.print(
        printing.json
          ? CommandResult(json: report) : CommandResult(json: report, texts: explanation.lines, isAnswer: true))
      return 0
    }
    let plan = try project.plan()
    if !project.prefix.isEmpty {
      printer.printRemark("\(project.file.file) is followed; paths are relative to its folder")
    }
    try warn(
      plan.unmatched.map { Diagnostic(.configUnmatched, "\($0.place): no animation matches “\($0.text)”") }, printer)
    let commandRun = BatchCommandRun(
      command: project.command, printer: printer, plan: plan, folder: ".", prunedFolder: plan.isConfined ? "." : nil,
      watched: [project.path],
      replan: { () throws(Diagnostic) in try project.reread().plan() })
    return try commandRun.run()
  }

  /// Prints warnings about the project file, or throws one that `--deny` names.
  private func warn(_ warnings: [Diagnostic], _ printer: Printer) throws(Diagnostic) {
    for warning in warnings {
      switch conversion.findings.policy.verdict(on: warning.rule) {
      case .allowed: continue
      case .reported: printer.printWarning(warning)
      case .refused: throw warning
      }
    }
  }
}
