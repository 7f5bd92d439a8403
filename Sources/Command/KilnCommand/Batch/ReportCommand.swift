internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnReports

/// `kiln report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Work with the reports of batches and validations.",
    usage: """
      kiln report merge part-1.json part-2.json -o all.json
      kiln report merge reports/*.json -o all.xml -o all.html
      """,
    subcommands: [ReportMergeCommand.self])
}

/// `kiln report merge`.
struct ReportMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one report of those of all parts of a batch or a validation.",
    usage: """
      kiln report merge part-1.json part-2.json -o all.json
      kiln report merge reports/*.json -o all.xml -o all.html
      """,
    discussion: """
      Reads the JSON reports that `kiln batch` or `kiln validate` writes with `--shard i/n --report part.json`. Files are \
      in the order of their paths; the time of a batch is the sum of all parts. Reports of different versions of Kiln, \
      and different results of one file, are an error; a missing part is a warning. JSON reports hold no pictures, so \
      that the cards of a merged .html have none.

      Exit codes: 0 the reports are merged, also if files in them have failed, 64 wrong usage, 65 a file is no report or \
      reports do not belong together, 66 no such file, 73 cannot write.
      """)

  @Argument(help: ArgumentHelp("JSON reports.", valueName: "report"))
  var reports: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Where to write: .json for machines, .html and .md for people, .xml for CI (JUnit); of validations also the other \
      forms of validate --report. Repeatable.
      """,
      valueName: "file"))
  var output: [String]

  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    for path in output where ValidationReportFormat(fileName: path) == nil {
      throw ValidationError("-o: “\(path)” must end in \(ValidationReportFormat.extensionList).")
    }
    for path in output where reports.contains(where: { $0 == path || Files.areSame($0, path) }) {
      throw ValidationError("-o: “\(path)” is one of the reports to merge.")
    }
  }

  func run() throws {
    let printer = Printer(printing)
    var log = DiagnosticLog()
    var name = "report"
    do throws(Diagnostic) {
      var batches: [BatchReport.Named] = []
      var validations: [ValidationRunReport.Named] = []
      for path in reports {
        name = path
        let bytes = try Files.read(path)
        if ReportKind(json: bytes) == .validate {
          validations.append((path, try ValidationRunReport(json: bytes)))
        } else {
          batches.append((path, try BatchReport(json: bytes)))
        }
      }
      name = "report"
      if let batch = batches.first, let validation = validations.first {
        throw Diagnostic(
          .reportConflict, "\(batch.name) is of kiln batch, \(validation.name) of kiln validate",
          advice: "name the reports of one run only")
      }
      let result =
        validations.isEmpty ? try merge(batches, printer, &log) : try merge(validations, printer, &log)
      try printer.print(result)
    } catch {
      let code = error.rule.fault.exitCode
      printer.print(error, for: name)
      if printing.json {
        // The exit code says that something failed, even if standard output is closed.
        try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error, log: log)))
      }
      throw ExitCode(code)
    }
  }

  private func merge(
    _ parts: [BatchReport.Named], _ printer: Printer, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> CommandResult {
    let merged = try BatchReport.merging(parts, log: &log)
    for path in output { try merged.write(to: path) }
    printer.print(log, RulePolicy(), for: "report")
    let table = BatchSummaryTable(summary: merged.summary, outcome: .finished, isDryRun: false)
    let report = CommandReport(exitCode: 0, log: log, result: merged.summary)
    return printing.json ? try CommandResult(json: report) : CommandResult(json: report, texts: table.lines)
  }

  private func merge(
    _ parts: [ValidationRunReport.Named], _ printer: Printer, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> CommandResult {
    var merged = try ValidationRunReport.merging(parts, log: &log)
    merged.folder = GitHubLog.folder
    merged.listsNotes = printing.verbose
    for path in output {
      if let format = ValidationReportFormat(fileName: path) { try merged.write(format, to: path) }
    }
    printer.print(log, RulePolicy(), for: "report")
    let end = ValidationSummaryText(
      summary: merged.summary, failOn: merged.failOn, file: merged.files.first { $0.status != .skipped },
      verbose: printing.verbose)
    let lines = end.lines(listsRules: false, proposesPage: false)
    let report = CommandReport(exitCode: 0, log: log, result: merged.summary)
    return printing.json ? try CommandResult(json: report) : CommandResult(json: report, lines: lines)
  }
}
