public import ArgumentParser
internal import Batch
public import Diagnostics
internal import Kiln
internal import Project
internal import Validation

/// `kiln validate`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check animations before they ship.",
    usage: """
      kiln validate icon.json
      kiln validate icon.json --target lottie-ios --target lottie-android@4.0
      kiln validate gifts --target svga-ios,svga-android --fail-on warning
      kiln validate icon.json --rule asset.unused=error --rule asset.image.oversized.factor=3
      kiln validate icon.svga --source icon.json
      kiln validate
      """,
    discussion: """
      Reads Lottie (.json, .lottie, .tgs, ZIP), SVGA, and what Kiln makes of them (.webp, .png, an atlas by its \
      descriptor); of folders all that may be one of them. Findings are grouped by file; -v prints notes, too. \
      `kiln rules` explains each rule, `kiln rules --targets` says what each player supports.

      The section `validation` of .kiln.yml, in this folder or above it, says targets, rules, budgets, names and sizes; \
      options here take precedence. Without paths, the files that it names are checked.
      """)

  @Argument(help: ArgumentHelp("Files, and folders with files.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var rules: ValidationRuleOptions
  @OptionGroup var project: ProjectFileOptions

  @Option(help: ArgumentHelp("Where images beside a Lottie file are looked for first.", valueName: "folder"))
  var assets: [String] = []

  @Option(
    help: ArgumentHelp(
      "The animation that the file was made of, which it must look like; results of conversions in .kiln.yml have theirs.",
      valueName: "file"))
  var source: String?

  @Option(help: ArgumentHelp("Only files that match, in folders; * and ** as in paths.", valueName: "pattern"))
  var include: [String] = []

  @Option(help: ArgumentHelp("No files or folders that match.", valueName: "pattern"))
  var exclude: [String] = []

  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard source != nil else { return }
    guard paths.count == 1 else { throw ValidationError("--source is for one file.") }
    guard rules.render else { throw ValidationError("--source needs frames to be drawn; leave --no-render out.") }
  }

  func run() throws {
    let printer = Printer(printing)
    let project: ValidationProject?
    let files: [String]
    do throws(Diagnostic) {
      _ = try rules.options()
      (project, files) = try open(printer)
    } catch {
      guard error.rule.fault == .configuration else { throw ValidationError("\(error)") }
      printer.print(error, for: nil)
      let code = error.rule.fault.exitCode
      if printer.printsJSON { try? printer.print(CommandResult(json: CommandReport(exitCode: code, error: error))) }
      throw ExitCode(code)
    }
    guard !self.project.printConfig else {
      guard let project else { throw ProjectFileOptions.needsFile("--print-config") }
      let explanation = ValidationExplanation(project, paths: files, rules)
      let report = CommandReport(exitCode: 0, result: explanation)
      return try printer.print(
        printing.json
          ? CommandResult(json: report) : CommandResult(json: report, text: explanation.text, isAnswer: true))
    }
    let line = printer.progressLine(for: files.count == 1 ? files[0] : "\(files.count) files")
    var results: [ValidatedFile] = []
    for (index, file) in files.enumerated() {
      try? line?.reporter.report("checking files", index, of: files.count)
      results.append(
        ValidatedFile(
          file, try validator(for: file, project), assets: assets, source: deliverable(file, project)))
    }
    line?.remove()
    let outcome = ValidationOutcome(results, failOn: rules.failOn ?? project?.validation?.failOn ?? .error)
    if printing.json {
      try printer.print(CommandResult(json: outcome))
    } else {
      let text = ValidationText(outcome, printer, verbose: printing.verbose, quiet: printing.quiet)
      try printer.print(CommandResult(json: outcome, text: text.lines.joined(separator: "\n"), isAnswer: true))
    }
    if outcome.exitCode != 0 { throw ExitCode(outcome.exitCode) }
  }
}

extension ValidateCommand {
  /// The project file that holds, if there is one, and the files to check; without paths, those of the project.
  ///
  /// - Throws: What is wrong with the project file; `usage.invalid` if there is nothing to check.
  private func open(_ printer: Printer) throws(Diagnostic) -> (ValidationProject?, [String]) {
    let project = try ValidationProject.open(self.project, isNeeded: paths.isEmpty || self.project.printConfig)
    guard paths.isEmpty, let project else {
      guard !self.project.printConfig else { return (project, paths) }
      return (project, try FileFinder.animations(at: paths, included: include, excluded: exclude))
    }
    guard !self.project.printConfig else { return (project, []) }
    let (inside, files) = try project.entered()
    return (inside, files)
  }

  /// What a file was made of, if that is known.
  func deliverable(_ path: String, _ project: ValidationProject?) -> ValidationSource? {
    guard rules.render else { return nil }
    let source = source.map { DeliverableSource(input: $0, name: $0, assets: assets) } ?? project?.source(of: path)
    return source?.validationSource(of: path)
  }

  /// The validator for a file.
  ///
  /// - Throws: What is wrong with the options.
  func validator(for path: String, _ project: ValidationProject?) throws(Diagnostic) -> Validator {
    let options = try rules.options()
    return Validator(project?.options(for: path, over: options) ?? options)
  }
}

/// Which rules are checked, and for whom.
struct ValidationRuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A player that must show the animation, such as lottie-ios@4.5; several separated by commas.",
      valueName: "player"))
  var target: [String] = []

  @Option(
    help: ArgumentHelp(
      "Setting of a rule: ID=off, note, warning or error, or ID.option=number.", valueName: "setting"))
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
    for setting in rule { try apply(setting, to: &options) }
    options.rendersFrames = render
    return options
  }

  private func apply(_ setting: String, to options: inout ValidationOptions) throws(Diagnostic) {
    let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw Diagnostic(.usageInvalid, "--rule \(setting) sets nothing", advice: "write it as ID=error")
    }
    let ids = RuleCatalogue.withCommand.map(\.id)
    if ids.contains(parts[0]) {
      if parts[1] == "off" {
        options.settings[parts[0]] = .off
      } else if let severity = Rule.Severity(rawValue: parts[1]) {
        options.settings[parts[0]] = .severity(severity)
      } else {
        throw Diagnostic(
          .usageInvalid, "“\(parts[1])” is no severity", advice: "choose off, note, warning or error")
      }
      return
    }
    let names = ValidationCatalogue.rules.flatMap { rule in rule.options.map { "\(rule.rule.id).\($0.name)" } }
    guard names.contains(parts[0]) else {
      let near = Spelling.nearest(to: parts[0], among: ids + names).map { "did you mean \($0)?" }
      throw Diagnostic(.usageInvalid, "there is no rule or option “\(parts[0])”", advice: near)
    }
    guard let number = Double(parts[1]), number.isFinite else {
      throw Diagnostic(.usageInvalid, "“\(parts[1])” is no number")
    }
    options.values[parts[0]] = number
  }
}

extension Rule.Severity: ExpressibleByArgument {}
