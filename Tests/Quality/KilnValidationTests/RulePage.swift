import KilnDiagnostics
import KilnJSON
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnValidation

/// The page about a rule, made of its declaration, its row of the support table, and its fixtures.
struct RulePage {
  let rule: Rule
  private let checked: ValidationRule?

  /// Longest diff of two fixtures that is shown, in lines.
  private static let longestDiff = 48

  init(_ rule: Rule) {
    self.rule = rule
    checked = ValidationCatalogue.rule(rule.id)
  }

  var fileName: String { "\(rule.id).md" }

  /// Where the index lists it: its category, or who makes its findings.
  var group: String { checked?.category.rawValue ?? "conversion" }

  /// The page in Markdown.
  func markdown(_ fixture: RuleFixture?) throws -> String {
    let state = checked.map { $0.isOptIn ? ", only where it is asked for" : "" } ?? ""
    var blocks = [
      "# \(rule.id)", "\(rule.severity), \(rule.effect)\(state) · \(group) · [all rules](README.md)", rule.summary,
      "**Why it matters.** \(rule.why)", "**What to do.** \(rule.remedy)",
    ]
    blocks += settings + players
    if let fixture { blocks += try example(fixture) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var settings: [String] {
    let options = checked?.options ?? []
    guard checked != nil else { return [] }
    var blocks = ["## Settings"]
    if !options.isEmpty {
      let rows = options.map { "| `\($0.name)` | \($0.standard.shortDescription) | \($0.summary) |" }
      blocks.append((["| Option | Standard | Meaning |", "|---|---|---|"] + rows).joined(separator: "\n"))
    }
    let setting = options.first.map { "{severity: error, \($0.name): \($0.standard.shortDescription)}" } ?? "error"
    let argument = options.first.map { ".\($0.name)=\($0.standard.shortDescription)" } ?? "=error"
    return blocks + [
      "On the command line `--rule \(rule.id)\(argument)`, in `.kiln.yml`:",
      "```yaml\nvalidation:\n  rules: {\(rule.id): \(setting)}\n```",
    ]
  }

  private var players: [String] {
    guard let feature = ValidationCatalogue.feature(of: rule) else { return [] }
    let sources = Dictionary(SupportTable.standard.sources.map { ($0.letter, $0.text) }) { first, _ in first }
    let rows = zip(feature.targets, feature.cells).map { target, cell in
      let names = cell.sources.split(separator: ",").compactMap { sources[String($0)] }
      return "| \(target) | \(cell.text.split(separator: " ").first ?? "?") | \(names.joined(separator: "; ")) |"
    }
    return [
      "## Players", "\(feature.name). Where it is missing: \(feature.appearance)",
      (["| Player | Support | Source |", "|---|---|---|"] + rows).joined(separator: "\n"),
    ]
  }

  // MARK: - Example

  private func example(_ fixture: RuleFixture) throws -> [String] {
    let findings = try fixture.report(bad: true).findings.filter { $0.rule == rule }
    var blocks = ["## Example"]
    if let names = fixture.names {
      blocks.append("The file is called `\(names.bad)`; `\(names.good)` is right.")
    }
    // Sizes of compressed data depend on libraries.
    let message = findings.first.map { "\($0.diagnostic)" } ?? ""
    if !message.isEmpty, !["bytes", " kB", " MB"].contains(where: message.contains) { blocks.append("> \(message)") }
    guard let bad = Self.lines(of: fixture.bad), let good = Self.lines(of: fixture.good) else { return blocks }
    let diff = Self.diff(from: good, to: bad)
    guard !diff.isEmpty, diff.count <= Self.longestDiff else { return blocks }
    return blocks + ["What is wrong (+), and right (-):", "```diff\n" + diff.joined(separator: "\n") + "\n```"]
  }

  /// A JSON file in short lines; nil if it is none.
  private static func lines(of bytes: [UInt8]) -> [String]? {
    guard bytes.count < 20_000, let tree = try? JSONTree(bytes, limits: Limits()) else { return nil }
    return lines(of: tree.root, prefix: "", indent: "", suffix: "")
  }

  private static func lines(of value: JSONValue, prefix: String, indent: String, suffix: String) -> [String] {
    let line = indent + prefix + text(of: value) + suffix
    guard line.count > 100, [.object, .array].contains(value.kind) else { return [line] }
    let isObject = value.kind == .object
    let children = Array(value.children)
    var result = [indent + prefix + (isObject ? "{" : "[")]
    for (index, child) in children.enumerated() {
      let name = isObject ? "\"\(child.key ?? "")\": " : ""
      result += lines(
        of: child, prefix: name, indent: indent + " ", suffix: index + 1 < children.count ? "," : "")
    }
    return result + [indent + (isObject ? "}" : "]") + suffix]
  }

  /// A value on one line; long texts are cut, as they are pictures.
  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .object: "{" + value.children.map { "\"\($0.key ?? "")\": \(text(of: $0))" }.joined(separator: ", ") + "}"
    case .array: "[" + value.children.map { text(of: $0) }.joined(separator: ", ") + "]"
    case .string: "\"" + short(value.string ?? "") + "\""
    case .number: value.number?.shortDescription ?? "?"
    case .bool: value.bool == true ? "true" : "false"
    case .null: "null"
    }
  }

  private static func short(_ text: String) -> String { text.count > 60 ? text.prefix(24) + "…" : text }

  /// The lines that differ, with two lines around them.
  private static func diff(from old: [String], to new: [String]) -> [String] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var all: [(text: String, isChange: Bool)] = []
    var (a, b) = (0, 0)
    while a < old.count || b < new.count {
      if removed.contains(a) {
        all.append(("-" + old[a], true))
        a += 1
      } else if inserted.contains(b) {
        all.append(("+" + new[b], true))
        b += 1
      } else {
        all.append((" " + old[a], false))
        a += 1
        b += 1
      }
    }
    var lines: [String] = []
    var last = -1
    for index in all.indices where all[max(0, index - 2)...min(all.count - 1, index + 2)].contains(where: \.isChange) {
      if index > last + 1 { lines.append("…") }
      lines.append(all[index].text)
      last = index
    }
    return lines
  }
}

/// The list of all pages.
enum RuleIndex {
  /// What stands above each group.
  private static let titles: [(group: String, title: String)] =
    ValidationRule.Category.allCases.map { ($0.rawValue, $0.title) } + [
      ("conversion", "Found when a file is read, baked or converted")
    ]

  static func markdown(_ pages: [RulePage]) -> String {
    var blocks = [
      "# Rules",
      "Every kind of finding of `kiln validate`, `kiln convert` and `kiln batch`: what it means, why it matters, and what a "
        + "designer does about it. `kiln rules explain ID` prints the same. Made by `scripts/make/rule-pages` from the rules "
        + "and their tests; a test holds both to each other.",
    ]
    for (group, title) in titles {
      let rows = pages.filter { $0.group == group }.map { page in
        "| [\(page.rule.id)](\(page.fileName)) | \(page.rule.severity) | \(page.rule.summary) |"
      }
      blocks += [
        "## \(title)", (["| Rule | Severity | What it finds |", "|---|---|---|"] + rows).joined(separator: "\n"),
      ]
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension ValidationRule.Category {
  fileprivate var title: String {
    switch self {
    case .structure: "Structure"
    case .players: "Players"
    case .assets: "Images and other assets"
    case .timing: "Timing"
    case .budgets: "Budgets of a project"
    case .policy: "Names, sizes and other demands of a project"
    case .performance: "Performance"
    case .handoff: "Handing over"
    case .containers: "Archives and stickers"
    case .svga: "SVGA"
    case .outputs: "Pictures that were made of animations"
    case .rendering: "What is seen"
    }
  }
}
