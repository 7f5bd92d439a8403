internal import KilnDiagnostics

/// Advice on options that a command does not have.
enum OptionAdvice {
  /// The option that was meant, or the commands that have this one; nil if nothing is like it.
  static func advice(on option: String, of path: CommandPath) -> String? {
    let own = names(of: path)
    let others = CommandPath.all.filter { $0.names != path.names && names(of: $0).contains(option) }.map(\.text)
    if let near = Spelling.nearest(to: option, among: own), others.isEmpty || Spelling.distance(option, near) <= 1 {
      return "did you mean \(near)?"
    }
    guard let last = others.last else { return nil }
    let list = others.count == 1 ? last : others.dropLast().joined(separator: ", ") + " and " + last
    return "it is an option of \(list)"
  }

  private static func names(of path: CommandPath) -> [String] {
    (CommandDescription(path.type)?.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.text)
  }
}
