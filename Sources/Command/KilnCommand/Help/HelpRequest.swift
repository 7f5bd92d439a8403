internal import ArgumentParser
internal import KilnDiagnostics

/// A request for help: on a command, on one of its options, or as a manual page.
struct HelpRequest {
  private enum Topic {
    case command
    case option(String)
    case manual
  }

  private let path: CommandPath
  private let topic: Topic

  /// The request that arguments make; nil if they make none.
  init?(_ arguments: [String]) {
    if arguments.first == "help" {
      let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
      let options = arguments.dropFirst().filter { $0.hasPrefix("-") && !["-h", "--help"].contains($0) }
      path = CommandPath(words)
      // An option may stand without its dashes.
      let word = words.dropFirst(path.names.count).first.map { "--" + $0 }
      topic = options.contains("--man") ? .manual : (options.first ?? word).map { .option($0) } ?? .command
      return
    }
    path = CommandPath(arguments)
    topic = .command
    let before = arguments.prefix { $0 != "--" }
    let isGroup = path.names == arguments && !path.type.configuration.subcommands.isEmpty
    guard isGroup || before.contains(where: { ["-h", "--help"].contains($0) }) else { return nil }
  }

  /// Lines of the help, the explanation or the manual page.
  ///
  /// - Parameter columns: Columns after which lines are cut between words.
  /// - Throws: `usage.invalid` for an option that the command does not have.
  func lines(columns: Int) throws(Diagnostic) -> [PrintedLine] {
    guard let help = HelpText(path) else {
      throw Diagnostic(.internalError, "the help of \(path.text) cannot be read")
    }
    switch topic {
    case .command: return help.lines(columns: columns)
    case .manual: return ManualPage(help).lines
    case .option(let name): return try explanation(of: name, help, columns)
    }
  }

  /// Explains one option: what it does, and where it stands.
  private func explanation(of name: String, _ help: HelpText, _ columns: Int) throws(Diagnostic) -> [PrintedLine] {
    let wanted = name.prefix { $0 != "=" }
    let shown = help.description.shownArguments.first { shown in
      shown.argument.names?.contains { $0.text == wanted } ?? false || shown.label.hasSuffix("/" + wanted)
    }
    guard let shown else {
      throw Diagnostic(
        .usageInvalid, "\(path.text) has no option \(wanted)",
        advice: OptionAdvice.advice(on: String(wanted), of: path) ?? "`\(path.text) --help` lists all")
    }
    var lines: [PrintedLine] = ["\(path.text) \(shown.label)", ""]
    lines += PrintedLine(escaping: "  " + shown.argument.help).wrapped(columns: columns, indent: 2)
    let uses = help.examples.filter { example in
      shown.argument.names?.contains { example.split(separator: " ").contains(Substring($0.text)) } ?? false
    }
    if !uses.isEmpty { lines += [""] + uses.map { "  \($0)" } }
    if let option = CommandOption.ofConversions.first(where: { $0.name == shown.argument.name && $0.isLasting }) {
      lines += ["", "  In .kiln.yml: options: {\(option.name): …}; in the environment: \(option.variable)"]
    }
    return lines
  }
}
