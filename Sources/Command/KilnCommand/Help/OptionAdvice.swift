internal import KilnDiagnostics

/// Advice on options that a command does not have.
enum OptionAdvice {
  /// The option that was meant, or the commands that have this one; nil if nothing is like it.
  ///
  /// - Parameter arguments: The command line, in which the option may have a value.
  static func advice(on option: String, of path: CommandPath, in arguments: [String] = []) -> String? {
    if path.names == ["validate"], let setting = ["--allow": "off", "--deny": "error"][option] {
      return "write --rule \(value(of: option, in: arguments) ?? "ID")=\(setting)"
    }
    let own = names(of: path)
    let others = CommandPath.all.filter { $0.names != path.names && names(of: $0).contains(option) }.map(\.text)
    if let near = Spelling.nearest(to: option, among: own), others.isEmpty || Spelling.distance(option, near) <= 1 {
      return "did you mean \(near)?"
    }
    guard let last = others.last else { return nil }
    let list = others.count == 1 ? last : others.dropLast().joined(separator: ", ") + " and " + last
    return "it is an option of \(list)"
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    if let joined = arguments.first(where: { $0.hasPrefix(option + "=") }) {
      return String(joined.dropFirst(option.count + 1)).printable
    }
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
    let next = arguments[index + 1]
    return next.hasPrefix("-") ? nil : next.printable
  }

  private static func names(of path: CommandPath) -> [String] {
    (CommandDescription(path.type)?.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.text)
  }
}
