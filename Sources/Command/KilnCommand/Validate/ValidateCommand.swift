public import ArgumentParser
internal import KilnBatch
package import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import KilnReports
internal import KilnValidation

/// `kiln validate`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check animations before they ship.",
    usage: """
      kiln validate icon.json --target lottie-ios,lottie-android@4.0
      kiln validate icon.svga --preset svga-gift
      kiln validate icon.json --rule asset.unused=error --rule performance=off
      kiln validate designs --report page.html --fail-on warning
      git diff --name-only -z --diff-filter=d main | kiln validate --filelist - --skip-foreign
      """,
    discussion: """
      Reads Lottie (.json, .lottie, .tgs, ZIP), SVGA, and what Kiln makes of them (.webp, .apng, .png, an atlas by its \
      descriptor). Folders are searched for all of these but .png, which needs an --include with that extension. Findings \
      are grouped by file, those with errors first; -v prints notes, too, and JSON pointers, -q errors and what else fails, \
      and no summary; --json prints one line a file. `kiln rules` explains each rule, \
      `kiln rules --targets` says what each player supports.

      The section `validation` of .kiln.yml, in this folder or above it, says targets, rules, budgets, names and sizes; \
      options here take precedence. Without paths, the files that it names are checked.

      Several files are checked in as many processes as -j says. One that crashes its process, or takes more time or \
      memory than it may, has that as its finding. One file alone is checked at once, unless --timeout, \
      --memory, --untrusted or --cache ask for a process.

      Exit codes: 0 fine, 1 a finding of --fail-on or above, 2 some files cannot be read, 64 wrong usage, 65 no file can be \
      read, 66 no such file, 78 wrong project file, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Files, and folders with files; - alone is standard input.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var rules: ValidationRuleOptions

  @Option(help: ArgumentHelp("Where images beside a Lottie file are looked for first.", valueName: "folder"))
  var assets: [String] = []

  @Option(
    help: ArgumentHelp(
      "The animation that the file was made of, which it must look like; results of conversions in .kiln.yml have theirs.",
      valueName: "file"))
  var source: String?

  @OptionGroup var expressions: ExpressionOptions
  @OptionGroup var limits: LimitOptions

  @OptionGroup(title: "Project file") var project: ProjectFileOptions
  @OptionGroup(title: "Files") var files: FileSearchOptions
  @OptionGroup(title: "Workers") var workers: BatchWorkerOptions
  @OptionGroup(title: "Earlier runs") var cache: ValidationCacheOptions
  @OptionGroup(title: "Baseline") var baseline: BaselineOptions
  @OptionGroup(title: "Printing") var text: ValidationTextOptions
  @OptionGroup(title: "Reports") var reports: ValidationReportOptions
  @OptionGroup(title: "Fixing") var fixing: FixOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    do throws(Diagnostic) {
      _ = try rules.options()
    } catch {
      throw ValidationError("\(error)")
    }
    guard !BatchArguments.isParsingVariant else { return }
    guard !paths.contains("-") || paths.count == 1 && files.filelist == nil else {
      throw ValidationError("- is standard input, and stands alone.")
    }
    if source != nil {
      guard paths.count == 1, files.filelist == nil else { throw ValidationError("--source is for one file.") }
      guard rules.render else { throw ValidationError("--source needs frames to be drawn; leave --no-render out.") }
    }
    if files.shard != nil, baseline.writeBaseline != nil {
      throw ValidationError("--write-baseline is about all files; leave --shard out.")
    }
    guard fixing.isAsked else { return }
    guard paths != ["-"] else { throw ValidationError("--fix needs files.") }
    guard reports.report.isEmpty, !baseline.isUsed else {
      throw ValidationError("--fix says what it mends, and not what is found. Leave reports and baselines out.")
    }
  }

  func run() throws {
    let printer = Printer(printing)
    let code: Int32
    do throws(Diagnostic) {
      code = try ValidateCommandRun(self, printer).run()
    } catch {
      code = error.rule.fault.exitCode
      printer.print(error, ofCommand: "validate")
      if printer.printsJSON {
        // The exit code says that something failed, even if standard output is closed.
        try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error)))
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}

/// Selection of the rules to check, and of the players.
struct ValidationRuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A player that must show the animation, such as lottie-ios@4.5; several separated by commas.",
      valueName: "player"))
  var target: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a platform, or an app of a kind, demands; `kiln presets` lists all. It takes precedence over .kiln.yml.",
      valueName: "name"))
  var preset: ValidationPreset?

  @Option(
    help: ArgumentHelp(
      "Setting of a rule, or of all whose IDs begin so: ID=off, note, warning or error, or ID.option=number.",
      valueName: "setting"))
  var rule: [String] = []

  @Option(name: .customLong("fail-on"), help: "Findings from which the exit code is 1. (default: error)")
  var failOn: Rule.Severity?

  @Flag(inversion: .prefixedNo, help: "Draw frames for the rules that look at pictures.")
  var render = true

  /// The options of the validator.
  ///
  /// - Throws: `usage.invalid`.
  func options() throws(Diagnostic) -> ValidationOptions {
    var options = ValidationOptions()
    for name in target.flatMap({ $0.split(separator: ",") }) { options.targets.append(try Target(String(name))) }
    // Groups first: what is said of one rule holds, wherever it stands.
    let settings = try rule.map { text throws(Diagnostic) in try RuleSettingArgument(text) }
    for setting in settings.filter(\.isGroup) + settings.filter({ !$0.isGroup }) { setting.apply(to: &options) }
    options.rendersFrames = render
    return options
  }
}

extension Rule.Severity: ExpressibleByArgument {}
