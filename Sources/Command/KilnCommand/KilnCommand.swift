internal import ArgumentParser
internal import KilnDiagnostics

internal import Kiln
internal import KilnPlatform

/// Runs the command that the arguments of the process name, and ends the process.
package func runKilnCommand() { KilnCommand.main() }

/// The command.
struct KilnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiln",
    abstract: "Turns designers' animations into what apps can ship.",
    usage: """
      kiln convert icon.json icon.svga --max-bytes 500k
      kiln convert icon.json icon.webp --width 240
      kiln batch designs --to svga -o build
      kiln validate icon.json --target lottie-ios
      kiln preview icon.json icon.svga
      """,
    discussion: """
      Exit codes:
        0  fine
        1  a finding that --strict, --deny or --fail-on refuses, or a budget that cannot be met
        2  some of many inputs failed
       64  wrong usage
       65  bad input, or a picture that it needs is missing or damaged
       66  no such input file
       70  a mistake of Kiln's
       71  the system refuses processes, memory or open files
       73  cannot write
       78  wrong project file
      129  ended by its terminal's end (SIGHUP)
      130  interrupted (SIGINT)
      143  asked to end (SIGTERM)
      """,
    version: KilnVersion.text,
    subcommands: [
      ConvertCommand.self, BatchCommand.self, AtlasCommand.self, ValidateCommand.self, InitCommand.self,
      ReportCommand.self, RenderCommand.self, InspectCommand.self, CompareCommand.self, PreviewCommand.self,
      RulesCommand.self, PresetsCommand.self, DoctorCommand.self, CompletionsCommand.self, WorkerCommand.self,
    ])

  /// Parses the arguments and runs the command that they name.
  static func main() {
    StandardStreams.reserveClosed()
    SystemLimits.prepare()
    var arguments: [String] = []
    do {
      arguments = try ProcessArguments.read()
      if arguments == ["version"] || arguments == ["-v"] { throw CleanExit.message(configuration.version) }
      if arguments.count == 2, Set(arguments) == ["--version", "--json"] { return try VersionReport().print() }
      if arguments.first == "complete" {
        // The second word is the shell, in which nothing differs yet.
        return try StandardStreams.printOutput(
          PrintedLine.lines(Completion(Array(arguments.dropFirst(2))).lines), wraps: false)
      }
      if let advice = UsageAdvice.advice(for: arguments) { throw ValidationError(advice) }
      if arguments.first == "help" { throw CleanExit.helpRequest() }
      var command = try command(for: arguments)
      // A batch removes what its workers leave, and ends them.
      if !(command is WorkerCommand) { Interruption.installEndingHandler() }
      try command.run()
    } catch {
      UsageAdvice.reportAsJSON(error, arguments)
      end(with: error, arguments)
    }
  }

  /// Prints what ArgumentParser says of an error, or the help that was asked for, and ends the process.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    if let finding = error as? Diagnostic {
      StandardStreams.printError("error: \(finding.namingOptions)")
      endProcess(finding.rule.fault.exitCode)
    }
    let code = exitCode(for: error)
    guard code == .success else {
      for line in UsageAdvice.lines(about: error, arguments) { StandardStreams.printError(line) }
      endProcess(code.rawValue)
    }
    do throws(Diagnostic) {
      if let request = HelpRequest(arguments) {
        try StandardStreams.printOutput(try request.lines(columns: StandardStreams.helpColumns), wraps: false)
      } else {
        try StandardStreams.printOutput(UsageAdvice.lines(of: fullMessage(for: error), arguments), wraps: false)
      }
    } catch {
      end(with: error, arguments)
    }
    endProcess(0)
  }

  /// The command that arguments name, with its options.
  ///
  /// From the root, ArgumentParser builds the options of a subcommand twice as often as from the subcommand itself, which is a
  /// tenth of the time of a small conversion. What that cannot parse is left to the whole tree, which knows how to say what is
  /// wrong.
  private static func command(for arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named {
      return command
    }
    return try parseAsRoot(arguments)
  }
}

// Named apart from ArgumentParser's method, which prints.
private let endProcess: @Sendable (Int32) -> Never = exit
