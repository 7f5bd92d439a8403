internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject

/// Output of `--print-config`: the effective options, each with its origin. Options that are not set are left out.
struct ProjectExplanation: Encodable {
  /// An option that is not at its default.
  struct Option: Encodable {
    var name: String
    var value: ProjectSetting.Value
    /// The place in the file, the variable, or `command line`.
    var from: String
    /// The part of the file: `options`, `variants` or `overrides`.
    var level: String?
    /// The reason of an override.
    var reason: String?

    private enum Key: String, CodingKey { case name, value, from, level, reason }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      switch value {
      case .flag(let isOn): try container.encode(isOn, forKey: .value)
      case .values(let values):
        if values.count == 1 {
          try container.encode(values[0], forKey: .value)
        } else {
          try container.encode(values, forKey: .value)
        }
      }
      try container.encode(from, forKey: .from)
      try container.encodeIfPresent(level, forKey: .level)
      try container.encodeIfPresent(reason, forKey: .reason)
    }
  }

  /// A result of an input, or of all inputs of a conversion.
  struct Result: Encodable {
    var conversion: String
    var variant: String?
    /// The input, or all patterns for inputs.
    var inputs: [String]
    /// The output, or the template for outputs.
    var output: String
    var options: [Option]
  }

  /// An override, for what holds of a whole conversion.
  struct Override: Encodable {
    var conversion: String
    var files: [String]
    var options: [Option]
  }

  /// The project file.
  var config: String
  var results: [Result] = []
  /// Overrides that hold for some inputs; none where inputs are named.
  var overrides: [Override] = []

  /// Effective options of the files that the command names; without files, those of each selected conversion.
  ///
  /// - Throws: `input.notFound` for a file that is no input; what planning throws.
  init(_ project: ProjectBatch) throws(Diagnostic) {
    config = project.file.file
    guard !project.command.paths.isEmpty else {
      for resolver in project.resolvers { add(resolver) }
      return
    }
    let inputs = try project.inputs()
    for path in project.command.paths {
      let path = project.prefix.isEmpty || path.hasPrefix("/") ? path : project.prefix + "/" + path
      // Most have another name already; asking the file system takes long.
      let name = path.split(separator: "/").last ?? ""
      let found = inputs.filter { $0.path.hasSuffix(name) && Files.areSame($0.path, path) }
      guard !found.isEmpty else {
        throw Diagnostic(
          .inputNotFound, "\(path) is no input of the conversions in \(config)", advice: "check inputs and exclude")
      }
      for input in found { add(input, project.resolvers[input.conversion]) }
    }
  }

  private mutating func add(_ input: BatchPlanner.PlannedInput, _ resolver: ProjectResolver) {
    for (item, output) in zip(resolver.selections(of: input.path), input.outputs) {
      results.append(
        Result(
          conversion: resolver.conversion.name, variant: item.variant, inputs: [input.path], output: output,
          options: item.selection.assignments.map(option)))
    }
  }

  private mutating func add(_ resolver: ProjectResolver) {
    let conversion = resolver.conversion
    for item in resolver.selections(of: nil) {
      results.append(
        Result(
          conversion: conversion.name, variant: item.variant, inputs: conversion.inputs.map(\.text),
          output: conversion.outputs.text, options: item.selection.assignments.map(option)))
    }
    for override in conversion.overrides {
      let options = override.options.map { setting in
        option(OptionAssignment(setting) { .override($0, reason: override.reason) })
      }
      overrides.append(
        Override(conversion: conversion.name, files: override.files.map(\.text), options: options))
    }
  }

  private func option(_ assignment: OptionAssignment) -> Option {
    var option = Option(name: assignment.name, value: assignment.value, from: "command line")
    switch assignment.origin {
    case .conversion(let position): (option.from, option.level) = (place(position), "options")
    case .variant(let position): (option.from, option.level) = (place(position), "variants")
    case .override(let position, let reason):
      (option.from, option.level, option.reason) = (place(position), "overrides", reason)
    case .environment(let name): option.from = name
    case .commandLine: break
    }
    return option
  }

  private func place(_ position: TextPosition) -> String { "\(config):\(position.line):\(position.column)" }
}

extension ProjectExplanation {
  /// The same for people.
  var lines: [String] {
    var blocks = results.map { result in
      let title = result.conversion + (result.variant.map { " [\($0)]" } ?? "")
      return ["\(title): \(result.inputs.joined(separator: ", ")) → \(result.output)"] + lines(result.options)
    }
    blocks += overrides.map { override in
      ["\(override.conversion), only \(override.files.joined(separator: ", "))"] + lines(override.options)
    }
    return Array(blocks.joined(separator: [""]))
  }

  private func lines(_ options: [Option]) -> [String] {
    let texts = options.map { ($0.name, $0.valueText, $0) }
    let (names, values) = (texts.map(\.0.count).max() ?? 0, texts.map(\.1.count).max() ?? 0)
    return texts.map { name, value, option in
      let level = option.level == "options" ? nil : option.level
      let notes = [level, option.reason].compactMap(\.self).joined(separator: ": ")
      return "  \(name.padded(to: names))  \(value.padded(to: values))  \(option.from)"
        + (notes.isEmpty ? "" : "  (\(notes))")
    }
  }
}

extension ProjectExplanation.Option {
  fileprivate var valueText: String {
    switch value {
    case .flag(let isOn): "\(isOn)"
    case .values(let values): values.joined(separator: ", ")
    }
  }
}
