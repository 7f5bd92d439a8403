internal import KilnDiagnostics

/// An option of the command that a project file may set. The command itself says which there are.
package struct ProjectOption: Sendable, Hashable {
  /// The long flag without dashes.
  package var name: String
  /// Whether it has no value: it is given or not.
  package var isFlag: Bool
  /// Whether it may be given more than once.
  package var isRepeatable: Bool
  /// Whether its values are paths, which are relative to the folder of the project file.
  package var isPath: Bool
  /// Its values if there are only these; else none.
  package var choices: [String]
  /// Effect of the option, in the words of `kiln help`.
  package var help: String

  /// An option by what the command says of it.
  package init(
    name: String, isFlag: Bool = false, isRepeatable: Bool = false, isPath: Bool = false, choices: [String] = [],
    help: String = ""
  ) {
    self.name = name
    self.isFlag = isFlag
    self.isRepeatable = isRepeatable
    self.isPath = isPath
    self.choices = choices
    self.help = help
  }
}

/// The options that may stand in a project file, by where they may stand.
package struct ProjectOptionTable: Sendable {
  /// Part of a project file in which options may stand.
  package enum Scope: Sendable, Hashable {
    /// Under `options` of a conversion.
    case conversion
    /// In a variant or override, whose results have the same format and fate as all others of the conversion.
    case part
    /// Under `batch`.
    case batch
  }

  /// Options of a conversion.
  package var conversion: [ProjectOption]
  /// Options of the whole batch.
  package var batch: [ProjectOption]

  /// Options of a conversion that hold for all its results.
  private static let ofWholeConversion: Set<String> = ["to", "overwrite"]

  /// A table of both kinds.
  package init(conversion: [ProjectOption], batch: [ProjectOption]) {
    self.conversion = conversion
    self.batch = batch
  }

  /// Options that are allowed in a scope.
  package func options(_ scope: Scope) -> [ProjectOption] {
    switch scope {
    case .conversion: conversion
    case .part: conversion.filter { !Self.ofWholeConversion.contains($0.name) }
    case .batch: batch
    }
  }

  /// Advice on a name that is no option in a scope.
  func advice(on name: String, in scope: Scope) -> String {
    let options = options(scope).map(\.name)
    let bare = String(name.drop { $0 == "-" })
    if bare != name, options.contains(bare) { return "options are written without dashes: \(bare)" }
    if scope == .part, Self.ofWholeConversion.contains(name) { return "write it under options of the conversion" }
    if scope != .batch, batch.contains(where: { $0.name == name }) {
      return "it is an option of the whole batch; write it under batch at the top"
    }
    if scope == .batch, conversion.contains(where: { $0.name == name }) {
      return "it is an option of conversions; write it under options of one"
    }
    return Spelling.nearest(to: bare, among: options).map { "did you mean \($0)?" }
      ?? "`kiln help \(scope == .batch ? "batch" : "convert")` lists all"
  }
}

/// An option with its value, at its place in the project file.
package struct ProjectSetting: Sendable, Hashable {
  /// The value of an option.
  package enum Value: Sendable, Hashable {
    /// Whether a flag is given.
    case flag(Bool)
    /// One value, or several of an option that may be repeated.
    case values([String])
  }

  /// Name of the option.
  package var name: String
  /// Its value.
  package var value: Value
  /// Position of its name.
  package var position: TextPosition

  /// A setting at a place.
  package init(name: String, value: Value, position: TextPosition) {
    self.name = name
    self.value = value
    self.position = position
  }
}
