internal import ArgumentParser
internal import KilnDiagnostics

internal import KilnPlatform

/// Runs the command that the arguments of the process name, and ends the process.
package func runKilnCommand() { KilnCommand.main() }

/// The command.
struct KilnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiln",
    abstract: "Turns designers' animations into what apps can ship.",
    usage: """
      kiln convert icon.json icon.svga          Lottie to SVGA
      kiln convert icon.json icon.webp          Lottie to animated WebP
      kiln convert icon.svga icon.png           SVGA to a PNG atlas with a JSON descriptor
      kiln atlas a.json b.json -o sheet.png     several animations on shared pages
      kiln batch designs --to svga -o build     every animation in a folder
      kiln batch                                what .kiln.yml says
      kiln render icon.json --frames 0,15 -o .  two frames as PNG
      kiln validate icon.json --target lottie-ios   what a player will not show
      kiln inspect icon.json                    what is in the file
      kiln compare icon.json icon.svga          how much two animations differ
      kiln preview icon.json -o icon.html       a page that plays it and names every sprite
      kiln rules                                what findings there are
      """,
    discussion: """
      Exit codes:
        0  fine
        1  a finding that --strict, --deny or --fail-on refuses, or a budget that cannot be met
        2  some of many inputs failed
       64  wrong usage
       65  bad input
       66  no such input
       70  a mistake of Kiln's
       71  the system refuses processes, memory or open files
       73  cannot write
       78  wrong project file
      130  interrupted
      """,
    version: "0.1.0",
    subcommands: [
      ConvertCommand.self, BatchCommand.self, AtlasCommand.self, ValidateCommand.self, InitCommand.self,
      ReportCommand.self, RenderCommand.self, InspectCommand.self, CompareCommand.self, PreviewCommand.self,
      RulesCommand.self, PresetsCommand.self,
      WorkerCommand.self,
    ])

  /// Parses the arguments and runs the command that they name.
  static func main() {
    StandardStreams.reserveClosed()
    SystemLimits.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let advice = UsageAdvice.advice(for: arguments) { throw ValidationError(advice) }
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
    let message = fullMessage(for: error)
    let lines = message.isEmpty ? [] : UsageAdvice.lines(of: message, arguments)
    if code == .success {
      do {
        try StandardStreams.printOutput(lines)
      } catch {
        endProcess(error.rule.fault.exitCode)
      }
    } else {
      for line in lines { StandardStreams.printError(line) }
    }
    endProcess(code.rawValue)
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
