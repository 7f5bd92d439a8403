internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

/// `kiln rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List every kind of finding, or explain one.",
    usage: """
      kiln rules
      kiln rules lottie.expression
      kiln rules lottie.text lottie.expression
      kiln rules --targets
      kiln rules --json
      """,
    discussion: "Each finding's rule stands in the output of --json, and behind its message with -v.")

  @Argument(help: "The ID of a rule to explain it; several, or how they start, such as `lottie`, to list them.")
  var rules: [String] = []

  @Flag(help: "Print what each player supports, with sources.")
  var targets = false

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    if targets {
      let table = SupportReport()
      return try Printer(printing).print(
        printing.json ? CommandResult(json: table) : CommandResult(json: table, texts: table.lines, isAnswer: true))
    }
    let chosen = try chosen()
    if chosen.count == 1, chosen[0].id == names.first {
      let result = CommandResult(json: RuleReport(chosen[0]), texts: chosen[0].explanation, isAnswer: true)
      return try Printer(printing).print(printing.json ? CommandResult(json: result.json) : result)
    }
    let width = chosen.map(\.id.count).max() ?? 0
    let lines = chosen.map { rule in
      let effect = "\(rule.severity), \(rule.effect)"
      return "\(rule.id.padded(to: width))  \(effect.padded(to: 21))  \(rule.summary)"
    }
    let result = CommandResult(json: chosen.map(RuleReport.init), texts: lines, isAnswer: true)
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

/// JSON output of `kiln rules` for one rule.
private struct RuleReport: Encodable {
  var id: String
  var severity: String
  var effect: String
  var summary: String
  var why: String
  var remedy: String
  /// Category; only for rules that `kiln validate` applies itself.
  var category: String?
  /// Numbers that can be set, with their standard values; only of such rules.
  var options: [String: Double]?
  /// Support of the feature by player; only of rules about features.
  var targets: [String: String]?

  init(_ rule: Rule) {
    id = rule.id
    severity = rule.severity.rawValue
    effect = rule.effect.rawValue
    summary = rule.summary
    why = rule.why
    remedy = rule.remedy
    let checked = ValidationCatalogue.rule(rule.id)
    category = checked?.category.rawValue
    options = checked.map { Dictionary($0.options.map { ($0.name, $0.standard) }) { first, _ in first } }
    targets = ValidationCatalogue.feature(of: rule).map { feature in
      Dictionary(zip(feature.targets, feature.cells.map(\.text))) { first, _ in first }
    }
  }
}

extension Rule {
  /// Whether a name is the ID, or whole parts of its start.
  fileprivate func isNamed(_ name: String) -> Bool { id == name || id.hasPrefix(name + ".") }

  /// Lines of text: the problem, why it matters, and the remedy.
  fileprivate var explanation: [String] {
    var lines = [
      "\(id)  \(severity), \(effect)", "", summary, "", "Why it matters: \(why)", "What to do: \(remedy)",
    ]
    if let feature = ValidationCatalogue.feature(of: self) {
      lines += ["", "\(feature.name):"]
      let width = feature.targets.map(\.count).max() ?? 0
      lines += zip(feature.targets, feature.cells).map { "  \($0.padded(to: width))  \($1.support.description)" }
      lines += ["Where it is missing: \(feature.appearance)"]
    }
    if let checked = ValidationCatalogue.rule(id) {
      lines +=
        [""]
        + checked.options.map {
          "--rule \(id).\($0.name)=\($0.standard.shortDescription)  \($0.summary)"
        }
      lines.append(
        checked.isOptIn
          ? "`kiln validate --rule \(id)=error` checks it; otherwise nothing does."
          : "`kiln validate --rule \(id)=off` switches it off; note, warning and error set its severity.")
    } else if effect != .rejected {
      lines += ["", "--allow \(id) accepts it, --deny \(id) makes it an error."]
    }
    return lines
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension SupportTable.Support {
  /// Description in words.
  fileprivate var description: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .partial: "in part"
    case .unknown: "unknown"
    case .since(let version): "from \(version.map(String.init).joined(separator: "."))"
    }
  }
}

/// JSON output of `kiln rules --targets`.
private struct SupportReport: Encodable {
  private let table = SupportTable.standard

  private enum Key: String, CodingKey { case features, sources }

  private struct Row: Encodable {
    var id: String
    var name: String
    var appearance: String
    var targets: [String: Cell]
  }

  private struct Cell: Encodable {
    var support: String
    var sources: [String]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let rows = table.features.map { feature in
      let cells = zip(feature.targets, feature.cells).map { target, cell in
        (target, Cell(support: cell.support.description, sources: cell.sources.split(separator: ",").map(String.init)))
      }
      return Row(
        id: feature.id, name: feature.name, appearance: feature.appearance,
        targets: Dictionary(cells) { first, _ in first })
    }
    try container.encode(rows, forKey: .features)
    try container.encode(Dictionary(table.sources.map { ($0.letter, $0.text) }) { first, _ in first }, forKey: .sources)
  }

  /// Two tables, of Lottie and SVGA players, and the sources.
  var lines: [String] {
    var lines: [String] = []
    var header: [String] = []
    let names = table.features.map(\.name.count).max() ?? 0
    for feature in table.features {
      if feature.targets != header {
        header = feature.targets
        if !lines.isEmpty { lines.append("") }
        lines.append(([String(repeating: " ", count: names)] + header).joined(separator: "  "))
      }
      let cells = zip(header, feature.cells).map { $1.text.padded(to: $0.count) }
      let row = ([feature.name.padded(to: names)] + cells).joined(separator: "  ")
      lines.append(String(row.reversed().drop { $0 == " " }.reversed()))
    }
    lines += ["", "part: with restrictions; a number: from that version on; ?: nobody has looked. Sources:"]
    lines += table.sources.map { "  \($0.letter)  \($0.text)" }
    return lines
  }
}
