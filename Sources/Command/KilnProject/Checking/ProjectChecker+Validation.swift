internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

extension ProjectChecker {
  /// Checks a value that only `validation` has.
  func checkDemand(_ node: YAMLNode, as value: ProjectKey.Value, _ name: String) throws(Diagnostic) {
    switch value {
    case .preset: try checkChoice(node, name, ValidationPreset.all.map(\.name))
    case .severity: try checkChoice(node, name, Rule.Severity.allCases.reversed().map(\.rawValue))
    case .targets:
      for target in try texts(of: node, name) { try checkTarget(target.text, target.node) }
    case .formats:
      for format in try texts(of: node, name) { try checkChoice(format.node, name, FileFormat.names) }
    case .rules: for entry in try entries(of: node, name) { try checkRule(entry) }
    case .amount(let budget):
      let text = try text(of: node, name)
      guard budget.limit(text) == nil else { return }
      throw wrong(node, "“\(text)” is no value of \(name)", advice: "write \(budget.form)")
    case .namePattern: try checkPattern(try text(of: node, name), node)
    case .slots:
      for entry in try entries(of: node, name) {
        guard !entry.key.isEmpty else { throw wrong(entry, "the name is empty") }
        try checkExtent(try text(of: entry.value, entry.key), entry.value)
      }
    case .extents: for size in try texts(of: node, name) { try checkExtent(size.text, size.node) }
    case .rates:
      for rate in try texts(of: node, name) where Self.rate(rate.text) == nil {
        throw wrong(rate.node, "“\(rate.text)” is no frame rate", advice: "write a number above 0 such as 30")
      }
    case .date:
      let text = try text(of: node, name)
      guard ProjectDate(text) == nil else { return }
      throw wrong(node, "“\(text)” is no day", advice: "write year, month and day, such as 2026-12-31")
    default: break
    }
  }

  /// A frame rate; nil if the text is none.
  static func rate(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil } }

  private func checkChoice(_ node: YAMLNode, _ name: String, _ choices: [String]) throws(Diagnostic) {
    let text = try text(of: node, name)
    guard !choices.contains(text) else { return }
    throw wrong(node, "“\(text)” is no value of \(name)", advice: nearest(text, choices))
  }

  private func nearest(_ text: String, _ choices: [String]) -> String {
    Spelling.nearest(to: text, among: choices).map { "did you mean \($0)?" }
      ?? "choose one of \(choices.joined(separator: ", "))"
  }

  private func checkTarget(_ text: String, _ node: YAMLNode) throws(Diagnostic) {
    do throws(Diagnostic) {
      _ = try Target(text)
    } catch {
      let name = text.split(separator: "@").first.map(String.init) ?? text
      let advice = Target.names.contains(name) ? error.advice : nearest(name, Target.names)
      throw wrong(node, error.message, advice: advice)
    }
  }

  private func checkPattern(_ text: String, _ node: YAMLNode) throws(Diagnostic) {
    do throws(NamePattern.Problem) {
      _ = try NamePattern(text)
    } catch {
      throw wrong(node, "“\(text)” is no regular expression: \(error.message)")
    }
  }

  private func checkExtent(_ text: String, _ node: YAMLNode) throws(Diagnostic) {
    guard PixelExtent(text) == nil else { return }
    throw wrong(node, "“\(text)” is no size", advice: "write it in pixels as 300x200, 300x* or any")
  }

  // MARK: - Rules

  private func checkRule(_ entry: YAMLEntry) throws(Diagnostic) {
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
          advice: nearest(member.key, ["severity"] + options.map(\.name)))
      }
    }
  }

  /// A severity or `off`, which some readers of YAML take for `false`.
  private func checkSeverity(_ node: YAMLNode, _ name: String) throws(Diagnostic) {
    guard node.bool != false else { return }
    try checkChoice(node, name, ValidationOptions.Setting.names)
  }
}
