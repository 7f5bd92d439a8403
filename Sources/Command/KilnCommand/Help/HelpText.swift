internal import ArgumentParser

/// Help on a command: purpose, synopsis, examples, arguments, options by what they are for, and exit codes last.
struct HelpText {
  /// A part of the help with a title, such as the options of a group.
  struct Section {
    var title: String
    var rows: [Row] = []
  }

  /// A label with its explanation; a line of its own without a label.
  struct Row {
    var label: String
    var text: String
  }

  /// Column at which explanations begin.
  private static let textColumn = 26

  let path: CommandPath
  let description: CommandDescription

  init?(_ path: CommandPath) {
    guard let description = CommandDescription(path.type) else { return nil }
    (self.path, self.description) = (path, description)
  }

  private var configuration: CommandConfiguration { path.type.configuration }
  private var commands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// The purpose, as a sentence.
  var abstract: String { configuration.abstract }

  /// The command with its arguments.
  var synopsis: String {
    guard commands.isEmpty else { return "\(path.text) <command>" }
    let arguments = description.shownArguments.filter { $0.argument.isPositional }.map { argument, label in
      let text = argument.isRepeating ? label + " ..." : label
      return argument.isOptional ? "[\(text)]" : text
    }
    return ([path.text] + arguments + ["[options]"]).joined(separator: " ")
  }

  var examples: [String] { (configuration.usage ?? "").split(separator: "\n").map(String.init) }

  /// Paragraphs on the command as a whole, but for the exit codes.
  var discussion: [String] { paragraphs.filter { !$0.hasPrefix(Self.exitCodeTitle) } }

  /// Exit codes with their meanings; empty for commands that have none of their own.
  var exitCodes: [Row] {
    let text = paragraphs.filter { $0.hasPrefix(Self.exitCodeTitle) }.joined(separator: "\n")
    var rows: [Row] = []
    // A table, or a sentence in which each number begins another code.
    let parts = text.dropFirst(Self.exitCodeTitle.count).split(separator: "\n").flatMap { $0.split(separator: ", ") }
    for part in parts {
      let words = part.drop { $0 == " " }
      let code = words.prefix { $0.isNumber }
      let meaning = words.dropFirst(code.count).drop { $0 == " " }
      if code.isEmpty, !rows.isEmpty {
        rows[rows.count - 1].text += ", " + words
      } else {
        rows.append(Row(label: String(code), text: String(meaning)))
      }
    }
    if let last = rows.last, last.text.hasSuffix(".") { rows[rows.count - 1].text.removeLast() }
    return rows
  }

  private static let exitCodeTitle = "Exit codes:"
  private var paragraphs: [String] {
    var paragraphs: [String] = [""]
    for line in configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += (paragraphs.last == "" ? "" : "\n") + line
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Arguments, options by group, and commands.
  var sections: [Section] {
    var arguments = Section(title: "Arguments")
    var others = Section(title: "Options")
    var groups: [HelpGroup: [(position: Int, row: Row)]] = [:]
    for (argument, label) in description.shownArguments {
      let row = Row(label: label, text: argument.help)
      if argument.isPositional {
        arguments.rows.append(row)
      } else if let place = argument.name.flatMap({ HelpGroup.place(of: $0, in: description.commandName) }) {
        groups[place.group, default: []].append((place.position, row))
      } else {
        others.rows.append(row)
      }
    }
    var list = Section(title: "Commands")
    list.rows = commands.map { Row(label: $0.configuration.commandName ?? "", text: $0.configuration.abstract) }
    let titled = HelpGroup.allCases.map { group in
      Section(title: group.rawValue, rows: (groups[group] ?? []).sorted { $0.position < $1.position }.map(\.row))
    }
    return ([arguments, list] + titled + [others]).filter { !$0.rows.isEmpty }
  }

  /// The help as lines.
  ///
  /// - Parameter columns: Columns after which lines are cut between words.
  func lines(columns: Int) -> [PrintedLine] {
    var lines: [PrintedLine] = ["\(abstract)", "", "USAGE:", "  \(synopsis)"]
    if !examples.isEmpty { lines += ["", "EXAMPLES:"] + examples.map { "  \($0)" } }
    lines += discussion.flatMap { [""] + Self.lines(ofParagraph: $0, columns) }
    for section in sections {
      lines += ["", "\(section.title.uppercased()):"] + section.rows.flatMap { Self.lines(of: $0, columns) }
    }
    if !exitCodes.isEmpty { lines += ["", "EXIT CODES:"] }
    for row in exitCodes {
      let margin = String(repeating: " ", count: max(0, 5 - row.label.count))
      lines += PrintedLine(escaping: margin + row.label + "  " + row.text).wrapped(columns: columns, indent: 7)
    }
    lines += ["", "\(pointer)"]
    return lines.flatMap { $0.wrapped(columns: columns) }
  }

  /// The last line, which names the help on a command or an option.
  private var pointer: String {
    guard commands.isEmpty else {
      return "`\(path.names.isEmpty ? "kiln" : path.text) COMMAND --help` says more about a command."
    }
    return "`kiln help \(path.names.joined(separator: " ")) --OPTION` explains one option."
  }

  /// Lines of prose, or of a table, whose rows begin with spaces.
  private static func lines(ofParagraph text: String, _ columns: Int) -> [PrintedLine] {
    text.split(separator: "\n").flatMap { line in
      PrintedLine(escaping: String(line)).wrapped(columns: columns, indent: line.contains("  ") ? nil : 0)
    }
  }

  private static func lines(of row: Row, _ columns: Int) -> [PrintedLine] {
    guard !row.text.isEmpty else { return ["  \(row.label)"] }
    guard row.label.count + 4 <= textColumn else {
      let indent = String(repeating: " ", count: textColumn)
      return ["  \(row.label)"] + PrintedLine(escaping: indent + row.text).wrapped(columns: columns, indent: textColumn)
    }
    let label = ("  " + row.label).padded(to: textColumn)
    return PrintedLine(escaping: label + row.text).wrapped(columns: columns, indent: textColumn)
  }
}
