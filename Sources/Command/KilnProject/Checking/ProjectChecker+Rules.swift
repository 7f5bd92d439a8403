internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

extension ProjectChecker {
  /// Checks a rule with its severity, or with options.
  func checkRule(_ entry: YAMLEntry) throws(Diagnostic) {
    let isPattern = entry.key.contains("*")
    let all = RuleCatalogue.all
    guard all.contains(where: { RulePattern(entry.key).matches($0) }) else {
      let near = Spelling.nearest(to: entry.key, among: all.map(\.id)).map { "did you mean \($0)?" }
      throw wrong(
        entry, "there is no rule “\(entry.key)”" + (isPattern ? " that it matches" : ""),
        advice: near ?? "`kiln rules` lists all")
    }
    guard let members = entry.value.entries else { return try checkSeverity(entry.value, entry.key) }
    let options = isPattern ? [] : ValidationCatalogue.rule(entry.key)?.options ?? []
    for member in members {
      if member.key == "severity" {
        try checkSeverity(member.value, "severity")
      } else if options.contains(where: { $0.name == member.key }) {
        let text = try text(of: member.value, member.key)
        guard let number = Double(text), number.isFinite else {
          throw wrong(member.value, "\(member.key) takes a number, not “\(text)”")
        }
      } else {
        throw wrong(
          member, "\(entry.key) has no option “\(member.key)”",
          advice: Self.advice(on: member.key, among: ["severity"] + options.map(\.name)))
      }
    }
  }

  /// A severity or `off`, which some readers of YAML take for `false`.
  private func checkSeverity(_ node: YAMLNode, _ name: String) throws(Diagnostic) {
    guard node.bool != false else { return }
    try checkChoice(node, name, ValidationOptions.Setting.names)
  }
}
