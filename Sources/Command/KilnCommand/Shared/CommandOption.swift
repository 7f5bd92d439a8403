internal import ArgumentParser
internal import KilnProject

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An option of a command, as ArgumentParser describes it: the one table of names that the project file, the environment
/// and the schema are made from.
struct CommandOption {
  /// The long name, or the short one if there is no other; without dashes.
  let name: String
  /// All names without dashes: short ones have one letter.
  let names: [String]
  let isFlag: Bool
  let isRepeatable: Bool
  /// Placeholder of the value in the help.
  let valueName: String
  /// The values, if there are only these.
  let choices: [String]
  let help: String

  /// Whether values are paths of files or folders.
  var isPath: Bool { !isFlag && ["file", "folder"].contains(valueName) }

  /// The variable of the environment that says its value.
  var variable: String { "KILN_" + name.uppercased().replacing("-", with: "_") }

  /// Options of a type, in the order of the help.
  static func all(of type: any ParsableArguments.Type) -> [CommandOption] {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(type._dumpHelp().utf8)) else { return [] }
    return dump.command.arguments?.compactMap { CommandOption($0) } ?? []
  }

  private init?(_ argument: Dump.Argument) {
    guard argument.kind != "positional", let names = argument.names?.map(\.name),
      let name = names.max(by: { $0.count < $1.count })
    else { return nil }
    self.name = name
    self.names = names
    isFlag = argument.kind == "flag"
    isRepeatable = argument.isRepeating
    valueName = argument.valueName ?? name
    choices = argument.allValues ?? []
    help = argument.abstract ?? ""
  }

  /// The members that are read from ArgumentParser's description of a command.
  private struct Dump: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }
    struct Name: Decodable { var name: String }
    struct Argument: Decodable {
      var kind: String
      var names: [Name]?
      var isRepeating: Bool
      var valueName: String?
      var allValues: [String]?
      var abstract: String?
    }
    var command: Command
  }
}

/// A word or option of a command line.
enum CommandToken {
  case option(CommandOption, value: String?)
  case other(String)

  /// Splits arguments that ArgumentParser has accepted for the same options.
  static func tokens(of arguments: [String], _ options: [CommandOption]) -> [CommandToken] {
    var tokens: [CommandToken] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument != "--" else { return tokens + [.other(argument)] + rest.map { .other($0) } }
      guard argument.hasPrefix("-"), argument.count > 1 else {
        tokens.append(.other(argument))
        continue
      }
      let isLong = argument.hasPrefix("--")
      let sides = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard var name = sides.first.map(String.init) else { continue }
      var value = sides.count == 2 ? String(sides[1]) : nil
      if !isLong, name.count > 1, value == nil {
        // `-O3`, or flags in one word as in `-qv`.
        let letters = name.map(String.init)
        let flags = letters.compactMap { letter in options.first { $0.isFlag && $0.names.contains(letter) } }
        if flags.count == letters.count {
          tokens += flags.map { .option($0, value: nil) }
          continue
        }
        value = String(name.dropFirst())
        name = String(name.prefix(1))
      }
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        tokens.append(.other(argument))
        continue
      }
      if !option.isFlag, value == nil { value = rest.popFirst() }
      tokens.append(.option(option, value: value))
    }
    return tokens
  }

  /// The argument that ArgumentParser reads as this.
  var argument: String {
    switch self {
    case .other(let word): word
    case .option(let option, let value): Self.argument(option.name, value)
    }
  }

  /// The argument for an option by its name; no value for a flag.
  static func argument(_ name: String, _ value: String?) -> String {
    guard let value else { return "--" + name }
    return name.count == 1 ? "-\(name)\(value)" : "--\(name)=\(value)"
  }
}
