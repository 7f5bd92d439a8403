internal import ArgumentParser
internal import Diagnostics
internal import Kiln

/// `kiln rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List every kind of finding, or explain one.",
    usage: """
      kiln rules
      kiln rules lottie.expression
      kiln rules lottie.text lottie.expression
      kiln rules --json
      """,
    discussion: "Each finding's rule stands in the output of --json, and behind its message with -v.")

  @Argument(help: "The ID of a rule to explain it; several, or how they start, such as `lottie`, to list them.")
  var rules: [String] = []

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let chosen = try chosen()
    if chosen.count == 1, chosen[0].id == names.first {
      let result = CommandResult(json: RuleReport(chosen[0]), text: chosen[0].explanation, isAnswer: true)
      return try Printer(printing).print(printing.json ? CommandResult(json: result.json) : result)
    }
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
    for name in names where !all.contains(where: { $0.isNamed(name) }) {
      let near = Spelling.nearest(to: name, among: all.map(\.id)).map { "did you mean \($0)?" }
      throw ValidationError("There is no rule “\(name)”; \(near ?? "`kiln rules` lists all.")")
    }
    return names.isEmpty ? all : all.filter { rule in names.contains { rule.isNamed($0) } }
  }

  /// The rules that are asked for; `explain` in front of them is what other tools want.
  private var names: [String] { rules.first == "explain" ? Array(rules.dropFirst()) : rules }
}

/// What `kiln rules --json` prints of each rule.
private struct RuleReport: Encodable {
  var id: String
  var severity: String
  var effect: String
  var summary: String
  var why: String
  var remedy: String

  init(_ rule: Rule) {
    id = rule.id
    severity = rule.severity.rawValue
    effect = rule.effect.rawValue
    summary = rule.summary
    why = rule.why
    remedy = rule.remedy
  }
}

extension Rule {
  /// Whether a name is the ID, or whole parts of its start.
  fileprivate func isNamed(_ name: String) -> Bool { id == name || id.hasPrefix(name + ".") }

  /// What happened, why it matters, and what to do.
  fileprivate var explanation: String {
    var lines = [
      "\(id)  \(severity), \(effect)", "", summary, "", "Why it matters: \(why)", "What to do: \(remedy)",
    ]
    if effect != .rejected { lines += ["", "--allow \(id) accepts it, --deny \(id) makes it an error."] }
    return lines.joined(separator: "\n")
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
