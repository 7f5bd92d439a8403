package import KilnBatch
package import KilnDiagnostics
internal import Kiln
package import KilnValidation

/// The `validation` section of a project file.
package struct ProjectValidation: Sendable {
  /// Files to check if no paths are named; empty if the section names none.
  package var files: [ProjectConversion.Text]
  /// Findings from which a validation fails; nil if the section does not say it.
  package var failOn: Rule.Severity?
  /// Levels of demands, in ascending order of precedence.
  package var levels: [ProjectDemandLevel]

  /// A section that was checked.
  init(_ node: YAMLNode) {
    files = (node["files"]?.texts ?? [])
    failOn = node["fail-on"]?.text.flatMap { Rule.Severity(rawValue: $0) }
    levels = ProjectDemandLevel.all(in: node, "validation", ProjectDemandLevel.Condition())
  }

  /// Levels that apply to a file. Those limited to some formats are included.
  ///
  /// - Parameter path: Path relative to the folder of the project file; nil for levels that apply to all files.
  package func levels(for path: String?) -> [ProjectDemandLevel] {
    levels.filter { level in level.files.allSatisfy { patterns in path.map { $0.isMatched(by: patterns) } ?? false } }
  }
}

/// Demands of one part of the section: a preset, the section itself, a class, or an override.
package struct ProjectDemandLevel: Sendable {
  /// A key with its value.
  package struct Demand: Sendable, Hashable {
    /// The key with those around it, such as `budgets.bytes`.
    package var key: String
    /// The value as it is written.
    package var value: String
    /// Position of the key; nil for demands of a preset.
    package var position: TextPosition?
  }

  /// Files to which a level applies.
  package struct Condition {
    var files: [[GlobPattern]] = []
    /// Nil for all formats.
    var formats: [String]?

    /// The same for fewer files: those that a mapping names.
    func narrowed(by node: YAMLNode) -> Condition {
      var result = self
      let patterns = (node["files"]?.texts ?? []).compactMap { GlobPattern($0.text) }
      if !patterns.isEmpty { result.files.append(patterns) }
      if let own = node["formats"]?.texts.map(\.text) {
        result.formats = formats.map { outer in own.filter { outer.contains($0) } } ?? own
      }
      return result
    }
  }

  /// The part of the section: `validation`, `preset svga-gift`, `classes.avatars`, `overrides`.
  package var title: String
  /// Patterns for files, of each list of which one must match.
  package var files: [[GlobPattern]] = []
  /// Formats of files; nil for all.
  package var formats: [String]?
  /// The demands, as written.
  package var demands: [Demand] = []
  /// Why; nil but for exceptions.
  package var reason: String?
  /// The last day on which it holds; nil for ever.
  package var until: ProjectDate?
  /// Position of the part; nil for a preset.
  package var position: TextPosition?
  private var settings = ValidationSettings()

  /// Settings for the validator; after `until`, only a message that the override has expired.
  ///
  /// - Parameters:
  ///   - today: The day that decides about `until`; nil if none is over.
  ///   - file: Name of the project file in messages.
  package func settings(on today: ProjectDate?, file: String) -> ValidationSettings {
    var result = ValidationSettings()
    result.formats = formats ?? []
    guard let until, let today, until < today else {
      result.merge(settings)
      return result
    }
    let place = position.map { "\(file):\($0.line):\($0.column): " } ?? ""
    result.expired = [place + "the override held until \(until)" + (reason.map { " (\($0))" } ?? "")]
    return result
  }

  /// Whether it holds no longer.
  package func isExpired(on today: ProjectDate) -> Bool { until.map { $0 < today } ?? false }
}

extension ProjectDemandLevel {
  /// The levels of a preset, for files that meet a condition.
  package static func levels(of preset: ValidationPreset, _ condition: Condition = Condition()) -> [ProjectDemandLevel]
  {
    guard let body = preset.body else { return [] }
    return all(in: body, "preset \(preset.name)", condition, isPreset: true)
  }

  /// The levels of a mapping that was checked: its preset, itself, its classes and its overrides.
  package static func all(in node: YAMLNode, _ title: String, _ condition: Condition, isPreset: Bool = false)
    -> [ProjectDemandLevel]
  {
    var levels: [ProjectDemandLevel] = []
    if let preset = node["preset"]?.text.flatMap({ ValidationPreset(named: $0) }) {
      levels += self.levels(of: preset, condition)
    }
    let own = ProjectDemandLevel(node, title, condition, isPreset: isPreset)
    if !own.demands.isEmpty { levels.append(own) }
    for entry in node["classes"]?.entries ?? [] {
      let name = isPreset ? title : "classes.\(entry.key)"
      levels += all(in: entry.value, name, condition.narrowed(by: entry.value), isPreset: isPreset)
    }
    for override in node["overrides"]?.elements ?? [] {
      levels.append(ProjectDemandLevel(override, "overrides", condition.narrowed(by: override), isPreset: isPreset))
    }
    return levels.filter { $0.formats != [] }
  }

  private init(_ node: YAMLNode, _ title: String, _ condition: Condition, isPreset: Bool) {
    self.title = title
    files = condition.files
    formats = condition.formats
    reason = node["reason"]?.text
    until = node["until"]?.text.flatMap { ProjectDate($0) }
    position = isPreset ? nil : node.position
    addBudgets(node["budgets"], isPreset)
    addRules(node["rules"], isPreset)
    addLists(node, isPreset)
    for entry in node["names"]?.entries ?? [] {
      guard let text = entry.value.text, let pattern = try? NamePattern(text) else { continue }
      add("names.\(entry.key)", text, isPreset ? nil : entry.position)
      switch entry.key {
      case "files": settings.names.files = pattern
      case "layers": settings.names.layers = pattern
      case "keys": settings.names.keys = pattern
      default: settings.names.markers = pattern
      }
    }
    for entry in node["slots"]?.entries ?? [] {
      guard let size = entry.value.text.flatMap({ PixelExtent($0) }) else { continue }
      add("slots.\(entry.key)", size.description, isPreset ? nil : entry.position)
      settings.slots[entry.key] = size
    }
  }

  private mutating func add(_ key: String, _ value: String, _ position: TextPosition?) {
    demands.append(Demand(key: key, value: value, position: position))
  }

  private mutating func addLists(_ node: YAMLNode, _ isPreset: Bool) {
    for entry in node.entries ?? [] {
      let texts = entry.value.texts.map(\.text)
      switch entry.key {
      case "targets": settings.targets = texts.compactMap { try? Target($0) }
      case "canvases": settings.canvases = texts.compactMap { PixelExtent($0) }
      case "rates": settings.rates = texts.compactMap { KeyKind.rate($0) }
      default: continue
      }
      add(entry.key, texts.joined(separator: ", "), isPreset ? nil : entry.position)
    }
  }

  private mutating func addBudgets(_ node: YAMLNode?, _ isPreset: Bool) {
    for entry in node?.entries ?? [] {
      guard let budget = ProjectBudget.all.first(where: { $0.name == entry.key }), let text = entry.value.text,
        let limit = budget.limit(text)
      else { continue }
      add("budgets.\(entry.key)", text, isPreset ? nil : entry.position)
      // The rule is checked because of the limit. What is lifted has one that nothing reaches, as JSON has no infinity.
      settings.values["\(budget.rule).limit"] = min(limit, 1e300)
    }
  }

  private mutating func addRules(_ node: YAMLNode?, _ isPreset: Bool) {
    for entry in node?.entries ?? [] {
      let position = isPreset ? nil : entry.position
      let ids = Self.rules(matching: entry.key)
      guard let members = entry.value.entries else {
        guard let setting = ValidationOptions.Setting(entry.value) else { continue }
        for id in ids { settings.settings[id] = setting }
        add("rules.\(entry.key)", setting.rawValue, position)
        continue
      }
      for member in members {
        if member.key == "severity", let setting = ValidationOptions.Setting(member.value) {
          for id in ids { settings.settings[id] = setting }
          add("rules.\(entry.key)", setting.rawValue, position)
        } else if let text = member.value.text, let number = Double(text) {
          settings.values["\(entry.key).\(member.key)"] = number
          add("rules.\(entry.key).\(member.key)", text, isPreset ? nil : member.position)
        }
      }
    }
  }

  /// IDs that a name or pattern means. A pattern does not ask for rules that are off unless they are named.
  private static func rules(matching text: String) -> [String] {
    let pattern = RulePattern(text)
    guard !pattern.isExact else { return [text] }
    return RuleCatalogue.all.filter { pattern.matches($0) && !(ValidationCatalogue.rule($0.id)?.isOptIn ?? false) }
      .map(\.id)
  }
}

extension ValidationOptions.Setting {
  /// A severity, `off`, or `false`, which some readers of YAML take `off` for.
  fileprivate init?(_ node: YAMLNode) {
    guard node.bool != false else {
      self = .off
      return
    }
    guard let setting = node.text.flatMap({ ValidationOptions.Setting(rawValue: $0) }) else { return nil }
    self = setting
  }
}

extension String {
  fileprivate func isMatched(by patterns: [GlobPattern]) -> Bool { patterns.contains { $0.matches(self) } }
}
