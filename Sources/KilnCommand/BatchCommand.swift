internal import ArgumentParser
internal import Batch
internal import Diagnostics
internal import Kiln

/// `kiln batch`.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Convert many animations at the same time.",
    usage: """
      kiln batch designs --to svga -o build
      kiln batch stickers --to webp -o out --width 240 -j 8
      kiln batch designs --to svga -o build --exclude 'drafts/**' --report report.json
      kiln batch icons --to webp -o out --variant scale=1 --variant scale=2 --name '{dir}/{stem}@{scale}x'
      git ls-files -z '*.json' | kiln batch --filelist - --to svga -o build
      """,
    discussion: """
      Folders are searched for .json, .lottie, .tgs, .svga and .zip; names that begin with a dot are left out. The tree \
      below each PATH is kept in the output folder. A file that cannot be converted stops no other.

      Exit codes: 0 all are converted, 2 some are not, 64 wrong usage, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"))
  var paths: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder for the results; made if it is not there.", valueName: "folder"))
  var output: String

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

  func validate() throws {
    guard let format = conversion.to else { throw ValidationError("--to must say the format of the results.") }
    try conversion.formatOptions.check(for: format)
    if paths.isEmpty, files.filelist == nil {
      throw ValidationError("Name files or folders, or a list with --filelist.")
    }
    if StandardStreams.isOutput(output) { throw ValidationError("-o takes a folder.") }
    if paths.contains("-") { throw ValidationError("An animation from standard input is for convert, not for batch.") }
    for path in report where BatchReportFormat(fileName: path) == nil {
      throw ValidationError("--report: “\(path)” must end in \(BatchReportFormat.extensionList).")
    }
    try files.check(self)
  }

  func run() throws {
    let printer = Printer(printing)
    let code: Int32
    do throws(Diagnostic) {
      code = try convertAll(printer)
    } catch {
      code = error.rule.fault.exitCode
      printer.print(error, for: "batch")
      if printer.printsJSON {
        // The exit code says that something failed, even if standard output is closed.
        try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error)))
      }
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// What will be converted.
  ///
  /// - Throws: What finding inputs and naming outputs throws.
  func plan() throws(Diagnostic) -> BatchPlan {
    var planner = try files.planner(self)
    planner.shard = try files.shard?.resolve().shard
    return try planner.plan()
  }

  /// Settings of the workers, and what tells whether a result still holds.
  ///
  /// - Throws: `internal.error` if the options of a variant were not checked.
  func settings(for plan: BatchPlan) throws(Diagnostic) -> BatchRunner.Settings {
    var settings = workers.settings
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

  private func convertAll(_ printer: Printer) throws(Diagnostic) -> Int32 {
    let part = try files.shard?.resolve()
    if let note = part?.note { StandardStreams.writeError(note + "\n") }
    let plan = try plan()
    Interruption.install()
    let state = conversion.dryRun ? nil : try cache.state(besides: output, shard: part?.shard)
    return try BatchSession(command: self, printer: printer, state: state).run(plan)
  }
}
