internal import ArgumentParser
package import KilnProject

/// Options for the project file of a command: its path, printing of the effective options, and access to paths outside
/// of its folder.
struct ProjectFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The project file, instead of the next .kiln.yml in this folder or above it.", valueName: "file"))
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Read no project file.")
  var ignoresConfig = false

  @Flag(
    help:
      "Print what the project file, the environment and the command line say, and where; with paths, what holds for them."
  )
  var printConfig = false

  @Flag(
    name: .customLong("allow-outside"),
    help: "Let the project file name paths outside of its folder, by .., links or absolute paths.")
  var allowsOutside = false

  func validate() throws {
    guard ignoresConfig else { return }
    let others = [
      ("--config", config != nil), ("--print-config", printConfig), ("--allow-outside", allowsOutside),
    ]
    guard let other = others.first(where: \.1) else { return }
    throw Self.needsFile(other.0)
  }

  static func needsFile(_ option: String) -> ValidationError {
    ValidationError("\(option) needs a project file, which --no-config forbids.")
  }
}

/// Selection of the project file and of the conversions of a batch.
struct ProjectOptions: ParsableArguments {
  @OptionGroup var file: ProjectFileOptions

  @Option(help: ArgumentHelp("Of the conversions in the project file only this. Repeatable.", valueName: "name"))
  var only: [String] = []

  func validate() throws {
    if file.ignoresConfig, !only.isEmpty { throw ProjectFileOptions.needsFile("--only") }
  }

  /// Name of an option that was given and is for project files only; nil if there is none.
  var given: String? {
    file.config != nil ? "--config" : file.allowsOutside ? "--allow-outside" : only.isEmpty ? nil : "--only"
  }
}

extension ProjectOptionTable {
  /// Options of `batch` that a project file may say for the whole.
  private static let namesOfBatch: Set<String> = [
    "jobs", "file-timeout", "file-memory", "fail-fast", "max-failures", "report", "cache", "depfile",
  ]

  /// Table of the options of the commands.
  package static var ofCommands: ProjectOptionTable {
    ProjectOptionTable(
      conversion: CommandOption.ofConversions.filter(\.isLasting).map(ProjectOption.init),
      batch: CommandOption.ofBatch.filter { namesOfBatch.contains($0.name) }.map(ProjectOption.init))
  }
}

extension CommandOption {
  /// Options of a conversion. ArgumentParser takes milliseconds to say them.
  static let ofConversions = all(of: ConversionOptionSet.self).filter { !["help", "version"].contains($0.name) }

  /// Options of `batch`.
  static let ofBatch = all(of: BatchCommand.self)

  /// Whether it may be said for every run, in a project file or variable. Limits of strangers' files are no matter of
  /// theirs; `LimitOptions` reads their variables.
  var isLasting: Bool { !["dry-run", "untrusted", "limit"].contains(name) }
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
