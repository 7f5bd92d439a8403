public import ArgumentParser
internal import Batch
public import Diagnostics
internal import Kiln
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
      """,
    discussion: """
      Reads Lottie (.json, .lottie, .tgs, ZIP), SVGA, and what Kiln makes of them (.webp, .png, an atlas by its \
      descriptor); of folders all that may be one of them. Findings are grouped by file; -v prints notes, too. \
      `kiln rules` explains each rule, `kiln rules --targets` says what each player supports.
      """)

  @Argument(help: ArgumentHelp("Files, and folders with files.", valueName: "path"))
  var paths: [String]

  @OptionGroup var rules: ValidationRuleOptions

  @Option(help: ArgumentHelp("Where images beside a Lottie file are looked for first.", valueName: "folder"))
  var assets: [String] = []

  @Option(help: ArgumentHelp("Only files that match, in folders; * and ** as in paths.", valueName: "pattern"))
  var include: [String] = []

  @Option(help: ArgumentHelp("No files or folders that match.", valueName: "pattern"))
  var exclude: [String] = []

  @OptionGroup var fixing: FixOptions
  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let printer = Printer(printing)
    let options: ValidationOptions
    let files: [String]
    do throws(Diagnostic) {
      options = try rules.options()
      files = try FileFinder.animations(at: paths, included: include, excluded: exclude)
    } catch {
      throw ValidationError("\(error)")
    }
    if fixing.isAsked { return try fixing.run(files, assets: assets, printing) }
    let validator = Validator(options)
    let line = printer.progressLine(for: files.count == 1 ? files[0] : "\(files.count) files")
    var results: [ValidatedFile] = []
    for (index, file) in files.enumerated() {
      try? line?.reporter.report("checking files", index, of: files.count)
      results.append(ValidatedFile(file, validator, assets: assets))
    }
    line?.remove()
    let outcome = ValidationOutcome(results, failOn: rules.failOn)
    if printing.json {
      try printer.print(CommandResult(json: outcome))
    } else {
      let text = ValidationText(outcome, printer, verbose: printing.verbose, quiet: printing.quiet)
      try printer.print(CommandResult(json: outcome, text: text.lines.joined(separator: "\n"), isAnswer: true))
    }
    if outcome.exitCode != 0 { throw ExitCode(outcome.exitCode) }
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

  @Option(name: .customLong("fail-on"), help: "Findings from which the exit code is 1.")
  var failOn: Rule.Severity = .error

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
