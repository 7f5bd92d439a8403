internal import KilnDiagnostics
internal import Kiln
internal import KilnProject
internal import KilnValidation

/// The value of `--rule`: `ID=severity` for a rule or a group of rules, or `ID.option=number`.
struct RuleSettingArgument {
  /// Whether several rules are meant.
  let isGroup: Bool
  private let value: Value

  private enum Value {
    case severities(ids: [String], ValidationOptions.Setting)
    case number(String, Double)
  }

  /// The setting that a text such as `performance=off` says.
  ///
  /// - Throws: `usage.invalid` for unknown rules, severities and numbers.
  init(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw Diagnostic(.usageInvalid, "--rule \(text) sets nothing", advice: "write it as ID=error")
    }
    let ids = Self.rules(named: parts[0])
    isGroup = ids != [parts[0]]
    guard ids.isEmpty else {
      guard let setting = ValidationOptions.Setting(rawValue: parts[1]) else {
        throw Diagnostic(.usageInvalid, "“\(parts[1])” is no severity", advice: "choose off, note, warning or error")
      }
      value = .severities(ids: ids, setting)
      return
    }
    let names = ValidationCatalogue.rules.flatMap { rule in rule.options.map { "\(rule.rule.id).\($0.name)" } }
    guard names.contains(parts[0]) else {
      let all = RuleCatalogue.withCommand.map(\.id) + Self.groups + names
      let near = Spelling.nearest(to: parts[0], among: all).map { "did you mean \($0)?" }
      throw Diagnostic(
        .usageInvalid, "there is no rule, group or option “\(parts[0])”", advice: near ?? "`kiln rules` lists all")
    }
    guard let number = Double(parts[1]), number.isFinite else {
      throw Diagnostic(.usageInvalid, "“\(parts[1])” is no number")
    }
    value = .number(parts[0], number)
  }

  /// Sets the severity of the rules, or the value of the rule's option.
  func apply(to options: inout ValidationOptions) {
    switch value {
    case .severities(let ids, let setting): for id in ids { options.settings[id] = setting }
    case .number(let name, let number): options.values[name] = number
    }
  }

  /// First parts of IDs, such as `performance`.
  static var groups: [String] {
    Set(RuleCatalogue.withCommand.compactMap { $0.id.split(separator: ".").first.map(String.init) }).sorted()
  }

  /// IDs that a name means: of one rule, of all that begin with the name and a dot, or of all that a pattern with `*` matches.
  /// A group does not ask for rules that are off unless they are named.
  private static func rules(named name: String) -> [String] {
    let all = RuleCatalogue.withCommand
    if all.contains(where: { $0.id == name }) { return [name] }
    let pattern = RulePattern(name.contains("*") ? name : name + ".*")
    return all.filter { pattern.matches($0) && !(ValidationCatalogue.rule($0.id)?.isOptIn ?? false) }.map(\.id)
  }
}
