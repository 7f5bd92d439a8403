internal import ArgumentParser

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A command with its arguments as ArgumentParser describes it: what help, manual pages and advice are made from.
struct CommandDescription: Decodable {
  /// A positional argument, option or flag.
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// The name with its dashes.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var names: [Name]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
    var sectionTitle: String?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    var isPositional: Bool { kind == "positional" }
    var isFlag: Bool { kind == "flag" }

    /// The longest name without dashes; nil for positional arguments.
    var name: String? { names?.map(\.name).max { $0.count < $1.count } }

    /// Names and value, such as `-o, --output <folder>`.
    var label: String {
      let value = valueName.map { "<\($0)>" } ?? ""
      guard let names, !isPositional else { return value }
      let sorted = names.sorted { $0.name.count < $1.name.count }.map(\.text).joined(separator: ", ")
      return isFlag ? sorted : "\(sorted) \(value)"
    }

    /// Explanation, with the values that it takes and the default in parentheses.
    var help: String {
      let values = (allValues ?? []).filter { !$0.isEmpty && !isFlag }
      var notes = values.isEmpty ? [] : ["values: \(values.joined(separator: ", "))"]
      if let defaultValue, !defaultValue.isEmpty { notes.append("default: \(defaultValue)") }
      return [abstract, notes.isEmpty ? nil : "(\(notes.joined(separator: "; ")))"].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  private struct Dump: Decodable { var command: CommandDescription }

  var commandName: String
  var arguments: [Argument]?

  /// Arguments that help shows. A flag that only undoes the one before it, such as `--no-render`, stands with that one.
  var shownArguments: [(argument: Argument, label: String)] {
    var result: [(argument: Argument, label: String)] = []
    for argument in arguments ?? [] where argument.shouldDisplay {
      if argument.isFlag, let last = result.last, last.argument.isFlag,
        argument.name == "no-\(last.argument.name ?? "")"
      {
        result[result.count - 1].label += "/" + argument.label
      } else {
        result.append((argument, argument.label))
      }
    }
    return result
  }

  /// The description of a command; nil if ArgumentParser cannot say it, which a test excludes.
  init?(_ type: any ParsableCommand.Type) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(type._dumpHelp().utf8)) else { return nil }
    self = dump.command
  }
}

/// A command by the words that name it, such as `report merge`.
struct CommandPath {
  /// The words after `kiln`.
  let names: [String]
  let type: any ParsableCommand.Type

  /// The command that the first of some arguments name; the root if they name none.
  init(_ arguments: [String]) {
    var names: [String] = []
    var type: any ParsableCommand.Type = KilnCommand.self
    for argument in arguments {
      guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == argument }) else {
        break
      }
      names.append(argument)
      type = next
    }
    (self.names, self.type) = (names, type)
  }

  /// The words that name it, `kiln` among them.
  var text: String { (["kiln"] + names).joined(separator: " ") }

  /// All commands that help lists, the root first.
  static var all: [CommandPath] {
    func below(_ path: CommandPath) -> [CommandPath] {
      [path]
        + path.type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        .compactMap { $0.configuration.commandName }.flatMap { below(CommandPath(path.names + [$0])) }
    }
    return below(CommandPath([]))
  }
}
