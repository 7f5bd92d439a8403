internal import ArgumentParser
internal import Diagnostics
internal import Kiln

/// `kiln rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List every kind of finding.",
    usage: """
      kiln rules
      kiln rules lottie.text lottie.expression
      kiln rules --json
      """,
    discussion: "Each finding's rule stands in the output of --json, and behind its message with -v.")

  @Argument(help: "IDs of rules, or how they start, such as `lottie`; all without.")
  var rules: [String] = []

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let chosen = try chosen()
    let width = chosen.map(\.id.count).max() ?? 0
    let lines = chosen.map { rule in
      let effect = "\(rule.severity), \(rule.effect)"
      return "\(rule.id.padded(to: width))  \(effect.padded(to: 21))  \(rule.summary)"
    }
    let result = CommandResult(
      json: chosen.map(RuleReport.init), text: lines.joined(separator: "\n"), isAnswer: true)
    try Printer(printing).print(printing.json ? CommandResult(json: result.json) : result)
  }

  private func chosen() throws -> [Rule] {
    let all = RuleCatalogue.withCommand
    for name in rules where !all.contains(where: { $0.isNamed(name) }) {
      throw ValidationError("There is no rule “\(name)”; `kiln rules` lists all.")
    }
    return rules.isEmpty ? all : all.filter { rule in rules.contains { rule.isNamed($0) } }
  }
}

/// What `kiln rules --json` prints of each rule.
private struct RuleReport: Encodable {
  var id: String
  var severity: String
  var effect: String
  var summary: String

  init(_ rule: Rule) {
    id = rule.id
    severity = rule.severity.rawValue
    effect = rule.effect.rawValue
    summary = rule.summary
  }
}

extension Rule {
  /// Whether a name is the ID, or whole parts of its start.
  fileprivate func isNamed(_ name: String) -> Bool { id == name || id.hasPrefix(name + ".") }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
