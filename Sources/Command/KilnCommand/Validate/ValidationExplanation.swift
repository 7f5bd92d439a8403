internal import KilnBatch
internal import KilnDiagnostics
internal import KilnProject
internal import KilnValidation

/// Output of `kiln validate --print-config`: the demands on files, each with its origin.
struct ValidationExplanation: Encodable {
  /// A key with its value.
  struct Demand: Encodable {
    /// The key with those around it, such as `budgets.bytes`.
    var name: String
    var value: String
    /// The place in the file, the preset, or `command line`.
    var from: String
    /// The part of the section.
    var level: String?
    /// Formats for which it holds; nil for all.
    var formats: [String]?
    /// The reason of an exception.
    var reason: String?
  }

  /// Effective demands on one file, or demands on all files that match patterns.
  struct Part: Encodable {
    /// The file; nil for what is said of many.
    var path: String?
    /// Patterns; nil for all files.
    var files: [String]?
    var demands: [Demand]
  }

  /// The project file.
  var config: String
  var parts: [Part] = []

  /// Effective demands on each of the paths; without paths, all demands.
  init(_ project: ValidationProject, paths: [String], _ options: ValidationRuleOptions) {
    config = project.file.file
    let above = Self.commandLine(options)
    for path in paths {
      var demands: [Demand] = []
      for level in project.levels(for: path) where !project.isExpired(level) {
        for demand in Self.demands(of: level, config) {
          // A demand for some formats only may not apply, so it replaces only one for the same formats.
          demands.removeAll { $0.name == demand.name && (demand.formats == nil || $0.formats == demand.formats) }
          demands.append(demand)
        }
      }
      demands.removeAll { demand in above.contains { $0.name == demand.name } }
      parts.append(Part(path: path, files: nil, demands: (demands + above).sorted { $0.name < $1.name }))
    }
    guard paths.isEmpty else { return }
    for level in project.levels(for: nil) {
      let files = level.files.flatMap { $0.map(\.text) }
      parts.append(Part(path: nil, files: files.isEmpty ? nil : files, demands: Self.demands(of: level, config)))
    }
    if !above.isEmpty { parts.append(Part(path: nil, files: nil, demands: above)) }
  }

  private static func demands(of level: ProjectDemandLevel, _ config: String) -> [Demand] {
    level.demands.map { demand in
      let place = demand.position.map { "\(config):\($0.line):\($0.column)" }
      let until = level.until.map { "until \($0)" }
      return Demand(
        name: demand.key, value: demand.value, from: place ?? level.title,
        level: level.title == "validation" || place == nil ? nil : level.title, formats: level.formats,
        reason: level.reason.map { [$0, until].compactMap(\.self).joined(separator: ", ") })
    }
  }

  private static func commandLine(_ options: ValidationRuleOptions) -> [Demand] {
    let preset = options.preset.map { [Demand(name: "preset", value: $0.name, from: "command line")] } ?? []
    var demands = preset
    demands += options.rule.compactMap { setting -> Demand? in
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      return Demand(name: "rules.\(parts[0])", value: parts[1], from: "command line")
    }
    if !options.target.isEmpty {
      demands.append(
        Demand(name: "targets", value: options.target.joined(separator: ", "), from: "command line"))
    }
    return demands
  }
}

extension ValidationExplanation {
  /// The same for people.
  var lines: [String] {
    guard !parts.isEmpty else { return ["\(config) demands nothing of animations"] }
    let blocks = parts.map { part in
      [part.path ?? part.files.map { "only \($0.joined(separator: ", "))" } ?? "all files"] + lines(part.demands)
    }
    return Array(blocks.joined(separator: [""]))
  }

  private func lines(_ demands: [Demand]) -> [String] {
    guard !demands.isEmpty else { return ["  nothing is demanded"] }
    let (names, values) = (demands.map(\.name.count).max() ?? 0, demands.map(\.value.count).max() ?? 0)
    return demands.map { demand in
      let formats = demand.formats.map { "of \($0.joined(separator: ", "))" }
      let level = [demand.level, demand.reason].compactMap(\.self).joined(separator: ": ")
      let notes = [formats, level.isEmpty ? nil : level].compactMap(\.self).joined(separator: "; ")
      return "  \(demand.name.padded(to: names))  \(demand.value.padded(to: values))  \(demand.from)"
        + (notes.isEmpty ? "" : "  (\(notes))")
    }
  }
}
