internal import ArgumentParser
internal import Batch
internal import Diagnostics
internal import Kiln

/// `kiln report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Work with the reports of batches.",
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
    abstract: "Make one report of those of all parts of a batch.",
    usage: """
      kiln report merge part-1.json part-2.json -o all.json
      kiln report merge reports/*.json -o all.xml -o all.html
      """,
    discussion: """
      Reads the JSON reports that `kiln batch --shard i/n --report part.json` writes. Files are in the order of their \
      paths; the time is the sum of all parts. Reports of different versions of Kiln, and different results of one \
      conversion, are an error; a missing part is a warning. JSON reports hold no posters, so that the cards of a merged \
      .html have none.

      Exit codes: 0 the reports are merged, also if files in them have failed, 64 wrong usage, 65 a file is no report or \
      reports do not belong together, 66 no such file, 73 cannot write.
      """)

  @Argument(help: ArgumentHelp("JSON reports.", valueName: "report"))
  var reports: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to write: .json for machines, .html and .md for people, .xml for CI (JUnit). Repeatable.",
      valueName: "file"))
  var output: [String]

  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    for path in output where BatchReportFormat(fileName: path) == nil {
      throw ValidationError("-o: “\(path)” must end in \(BatchReportFormat.extensionList).")
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
      var parts: [BatchReport.Named] = []
      for path in reports {
        name = path
        parts.append((path, try BatchReport(json: try Files.read(path))))
      }
      name = "report"
      let merged = try BatchReport.merging(parts, log: &log)
      for path in output { try merged.write(to: path) }
      printer.print(log, RulePolicy(), for: name)
      let table = BatchSummaryTable(summary: merged.summary, outcome: .finished, isDryRun: false)
      let report = CommandReport(exitCode: 0, log: log, result: merged.summary)
      try printer.print(printing.json ? CommandResult(json: report) : CommandResult(json: report, text: table.text))
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
}
