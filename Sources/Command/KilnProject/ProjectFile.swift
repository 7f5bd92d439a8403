package import KilnBatch
package import KilnDiagnostics

/// A project file, `.kiln.yml`: what `kiln batch` makes of which files.
///
/// Its syntax and names are checked; the values of options are checked by whoever reads options.
package struct ProjectFile: Sendable {
  /// The usual name.
  package static let name = ".kiln.yml"

  /// Name of the file in messages.
  package var file: String
  /// The conversions, in the order of the file.
  package var conversions: [ProjectConversion]
  /// Options of the whole batch.
  package var batch: [ProjectSetting]
  /// The `validation` section; nil if there is none.
  package var validation: ProjectValidation?

  /// Reads a project file.
  ///
  /// - Parameters:
  ///   - file: Name of the file in messages.
  ///   - options: The options that may stand in it.
  /// - Throws: `config.invalid` at the first place that is wrong.
  package init(_ bytes: [UInt8], file: String, options: ProjectOptionTable) throws(Diagnostic) {
    guard let root = try YAMLReader.read(bytes, file: file), !root.isNull else {
      throw Diagnostic(
        .configInvalid, "the file is empty", in: file, at: TextPosition(line: 1, column: 1),
        advice: "`kiln init` writes one to begin with")
    }
    try KeyKind.mapping(ProjectKey.top).check(ProjectChecker(file: file, options: options), root, "the project file")
    self.file = file
    conversions = (root["conversions"]?.entries ?? []).compactMap { ProjectConversion($0) }
    batch = ProjectSetting.all(in: root["batch"])
    validation = root["validation"].map { ProjectValidation($0) }
    guard !conversions.isEmpty || root["conversions"] == nil && validation != nil else {
      throw Diagnostic(
        .configInvalid, "there are no conversions", in: file, at: (root["conversions"] ?? root).position,
        advice: "give one a name, inputs and outputs; or write a validation section")
    }
  }
}

/// A named conversion of many inputs.
package struct ProjectConversion: Sendable {
  /// A text at its place.
  package struct Text: Sendable, Hashable {
    /// The text.
    package var text: String
    /// Start of the text.
    package var position: TextPosition
  }

  /// Its name.
  package var name: String
  /// Position of its name.
  package var position: TextPosition
  /// Patterns for inputs, each an `InputPattern`.
  package var inputs: [Text]
  /// Patterns for what is left out.
  package var exclude: [GlobPattern]
  /// Template for outputs, an `OutputNaming`.
  package var outputs: Text
  /// Whether all inputs become one atlas.
  package var packsInputs: Bool
  /// Options of all results.
  package var options: [ProjectSetting]
  /// Several results of each input; none for one.
  package var variants: [ProjectVariant]
  /// Options of some inputs. Later ones take precedence.
  package var overrides: [ProjectOverride]

  /// A conversion whose tree was checked; nil if it was not.
  init?(_ entry: YAMLEntry) {
    let node = entry.value
    guard let outputs = node["outputs"], let template = outputs.text else { return nil }
    name = entry.key
    position = entry.position
    inputs = node["inputs"]?.texts ?? []
    exclude = (node["exclude"]?.texts ?? []).compactMap { GlobPattern($0.text) }
    self.outputs = Text(text: template, position: outputs.position)
    packsInputs = node["pack"]?.bool ?? false
    options = ProjectSetting.all(in: node["options"])
    variants = (node["variants"]?.elements ?? []).map { ProjectVariant($0) }
    overrides = (node["overrides"]?.elements ?? []).map { ProjectOverride($0) }
  }
}

/// One of several results of each input.
package struct ProjectVariant: Sendable {
  /// Value of `{variant}`; nil for the number of the variant.
  package var name: String?
  /// Position of the variant.
  package var position: TextPosition
  /// Options that differ from those of the conversion.
  package var options: [ProjectSetting]

  init(_ node: YAMLNode) {
    name = node["name"]?.text
    position = node.position
    options = ProjectSetting.all(in: node).filter { $0.name != "name" }
  }
}

/// Options of some inputs.
package struct ProjectOverride: Sendable {
  /// Patterns one of which the input matches.
  package var files: [GlobPattern]
  /// Position of the override.
  package var position: TextPosition
  /// The options.
  package var options: [ProjectSetting]
  /// Why; nil if nobody says it.
  package var reason: String?

  init(_ node: YAMLNode) {
    files = (node["files"]?.texts ?? []).compactMap { GlobPattern($0.text) }
    position = node.position
    options = ProjectSetting.all(in: node["options"])
    reason = node["reason"]?.text
  }

  /// Whether it holds for an input.
  ///
  /// - Parameter path: Path of the input relative to the folder of the project file.
  package func matches(_ path: String) -> Bool { files.contains { $0.matches(path) } }
}

extension YAMLNode {
  /// One text, or those of a list.
  var texts: [ProjectConversion.Text] {
    (elements ?? [self]).compactMap { node in
      node.text.map { ProjectConversion.Text(text: $0, position: node.position) }
    }
  }
}

extension ProjectSetting {
  /// The settings of a mapping that was checked.
  fileprivate static func all(in node: YAMLNode?) -> [ProjectSetting] {
    (node?.entries ?? []).map { entry in
      let value: Value =
        if let bool = entry.value.bool { .flag(bool) } else {
          .values((entry.value.elements ?? [entry.value]).compactMap(\.text))
        }
      return ProjectSetting(name: entry.key, value: value, position: entry.position)
    }
  }
}
