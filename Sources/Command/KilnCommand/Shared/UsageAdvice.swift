internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln

/// Advice on arguments that name no command, and reports of wrong arguments under `--json`.
package enum UsageAdvice {
  /// Advice on first arguments that are no command of Kiln; nil if they are valid.
  static func advice(for arguments: [String]) -> String? {
    let names = KilnCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    if first == "help" {
      guard let topic = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }), !names.contains(topic) else {
        return nil
      }
      return "There is no command “\(topic)”; \(suggestion(topic, names))"
    }
    guard !names.contains(first), first != WorkerCommand.configuration.commandName else { return nil }
    guard first.contains("."), !first.hasPrefix(".") || first.contains("/") else {
      return "There is no command “\(first)”; \(suggestion(first, names))"
    }
    let rest = arguments.count > 1 ? arguments.joined(separator: " ") : "\(first) OUTPUT"
    return "“\(first)” is a file, and the command is missing: kiln convert \(rest)"
  }

  private static func suggestion(_ name: String, _ names: [String]) -> String {
    Spelling.nearest(to: name, among: names).map { "did you mean “\($0)”?" }
      ?? "choose one of \(names.joined(separator: ", "))."
  }

  /// Prints a report of wrong arguments, if `--json` is among them. Other errors have reported themselves.
  static func reportAsJSON(_ error: any Error, _ arguments: [String]) {
    guard arguments.contains("--json"), !(error is ExitCode) else { return }
    let code = KilnCommand.exitCode(for: error)
    guard code != .success else { return }
    let finding = Diagnostic(.usageInvalid, KilnCommand.message(for: error))
    let report = CommandReport(exitCode: code.rawValue, error: finding)
    guard let result = try? CommandResult(json: report) else { return }
    try? StandardStreams.printOutput(result.lines)
  }

  /// What is wrong with the arguments, one line of advice where there is some, and where to read on.
  static func lines(about error: any Error, _ arguments: [String]) -> [PrintedLine] {
    let message = KilnCommand.message(for: error)
    guard !message.isEmpty else { return [] }
    let path = CommandPath(arguments)
    var (problem, advice) = (message, [String]())
    var help = "\(path.text) --help"
    if let option = unknownOption(in: message) {
      problem = "\(path.text) has no option \(option.printable)"
      advice = OptionAdvice.advice(on: option, of: path, in: arguments).map { [$0] } ?? []
    } else if let line = KilnCommand.fullMessage(for: error).split(separator: "\n").first(where: {
      $0.hasPrefix("Help: ")
    }) {
      advice = [String(line.dropFirst("Help: ".count).drop { $0 == " " })]
      if let name = advice.first?.split(whereSeparator: { " ,".contains($0) }).first, name.hasPrefix("-") {
        help = (["kiln help"] + path.names + [String(name)]).joined(separator: " ")
      }
    }
    let values = problem.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    if let cut = problem.split(separator: "\n").first, !values.isEmpty {
      let wrong = problem.split(separator: "'").dropFirst().first.map(String.init) ?? ""
      let near = Spelling.nearest(to: wrong, among: values).map { "did you mean \($0)?" }
      problem = cut.split(separator: ". ").first.map(String.init) ?? String(cut)
      advice = [near ?? "choose one of \(values.joined(separator: ", "))"]
    }
    if problem.contains("is invalid"), let list = sizeList(arguments) { advice = [list] }
    if problem.contains("is invalid for '--limit "), let wrong = problem.split(separator: "'").dropFirst().first {
      advice = [LimitArgument.advice(on: wrong)]
    }
    if let first = problem.first, problem.dropFirst().first?.isLowercase ?? false {
      problem = first.lowercased() + problem.dropFirst()
    }
    let text = (["error: \(problem)"] + advice.map { "  \($0)" } + ["  see \(help)"]).joined(separator: "\n")
    return lines(of: text, arguments)
  }

  /// Advice on several sizes in one option; nil if there are none.
  private static func sizeList(_ arguments: [String]) -> String? {
    let options = ["--width", "--height", "--scale"]
    guard
      let (option, list) = zip(arguments, arguments.dropFirst()).first(where: {
        options.contains($0) && $1.contains(",")
      })
    else { return nil }
    let variants = list.split(separator: ",").map { "--variant \(option.dropFirst(2))=\($0)" }
    return "several sizes are variants of a batch: kiln batch … \(variants.joined(separator: " "))"
  }

  /// The option that ArgumentParser says is unknown.
  private static func unknownOption(in message: String) -> String? {
    guard message.hasPrefix("Unknown option '") else { return nil }
    return message.dropFirst("Unknown option '".count).split(separator: "'").first.map(String.init)
  }

  /// ArgumentParser's words about an error or a request for help, in which arguments are the only texts from outside.
  package static func lines(of message: String, _ arguments: [String]) -> [PrintedLine] {
    // An argument of several lines stays in the line in which it is named.
    var values = Set(arguments)
    for argument in arguments {
      if let sign = argument.firstIndex(of: "=") { values.insert(String(argument[argument.index(after: sign)...])) }
    }
    var message = message
    for value in values.sorted(by: { ($1.count, $0) < ($0.count, $1) }) where value != value.printable {
      message = message.replacing(value, with: value.printable)
    }
    return PrintedLine.lines(message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}
