internal import ArgumentParser
internal import Project

/// Which project file a batch follows, and how.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The project file, instead of the next .kiln.yml in this folder or above it.", valueName: "file"))
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Read no project file.")
  var ignoresConfig = false

  @Option(help: ArgumentHelp("Of the conversions in the project file only this. Repeatable.", valueName: "name"))
  var only: [String] = []

  @Flag(
    help:
      "Print what the project file, the environment and the command line say, and where; with paths, what holds for them."
  )
  var printConfig = false

  func validate() throws {
    guard ignoresConfig else { return }
    let others = [("--config", config != nil), ("--only", !only.isEmpty), ("--print-config", printConfig)]
    guard let other = others.first(where: \.1) else { return }
    throw ValidationError("\(other.0) needs a project file, which --no-config forbids.")
  }

  /// Name of an option that was given and is for project files only; nil if there is none.
  var given: String? { config != nil ? "--config" : only.isEmpty ? nil : "--only" }
}

extension ProjectOptionTable {
  /// Options of `batch` that a project file may say for the whole.
  private static let ofBatch: Set<String> = [
    "jobs", "file-timeout", "file-memory", "fail-fast", "max-failures", "report",
  ]
  /// Options of conversions that only make sense for one run.
  private static let refused: Set<String> = ["dry-run"]

  /// What the commands know.
  static var ofCommands: ProjectOptionTable {
    ProjectOptionTable(
      conversion: CommandOption.ofConversions.map(ProjectOption.init),
      batch: CommandOption.all(of: BatchCommand.self).filter { ofBatch.contains($0.name) }.map(ProjectOption.init))
  }

  fileprivate static func allows(_ option: CommandOption) -> Bool { !refused.contains(option.name) }
}

extension CommandOption {
  /// Options of a conversion that may stand in a project file.
  static var ofConversions: [CommandOption] {
    all(of: ConversionOptionSet.self).filter {
      ProjectOptionTable.allows($0) && !["help", "version"].contains($0.name)
    }
  }
}

extension ProjectOption {
  /// An option of the command.
  fileprivate init(_ option: CommandOption) {
    self.init(
      name: option.name, isFlag: option.isFlag, isRepeatable: option.isRepeatable, isPath: option.isPath,
      choices: option.choices, help: option.help)
  }
}

/// The options that `convert` and `batch` have in common, for their names.
private struct ConversionOptionSet: ParsableArguments {
  @OptionGroup var source: SourceOptions
  @OptionGroup var conversion: ConversionOptions
}
