internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln

/// Kind of value that a key of the project file takes: its check, its JSON Schema, and the keys inside of it.
struct KeyKind: Sendable {
  /// Checks a value, whose name in messages comes last. Throws `config.invalid` at the first place that is wrong.
  typealias Check = @Sendable (ProjectChecker, YAMLNode, String) throws(Diagnostic) -> Void
  /// Checks a text at its place.
  typealias TextCheck = @Sendable (ProjectChecker, String, YAMLNode) throws(Diagnostic) -> Void

  let check: Check
  /// Members of the schema of a value, with the options that the command has.
  let schema: @Sendable (ProjectOptionTable) -> SchemaMembers
  /// Keys inside of a value.
  var keys: [ProjectKey] = []
  /// Text between the name of the key and those inside, in paths of the reference.
  var separator = ""
}

// MARK: - Texts

extension KeyKind {
  /// The number of the format's version.
  static let version = KeyKind(
    check: { checker, node, _ throws(Diagnostic) in
      guard case .plain(let text) = node.content, !node.isNull else {
        throw checker.wrong(node, "version takes a number")
      }
      guard text != "\(ProjectKey.version)" else { return }
      let isNewer = Int(text).map { $0 > ProjectKey.version } ?? false
      throw checker.wrong(
        node, "this Kiln reads version \(ProjectKey.version) of project files, not “\(text)”",
        advice: isNewer ? "the file is for a newer Kiln" : "write version: \(ProjectKey.version)")
    }, schema: { _ in [("const", .number(ProjectKey.version))] })

  /// True or false.
  static let flag = KeyKind(
    check: { checker, node, name throws(Diagnostic) in
      guard node.bool == nil else { return }
      throw checker.wrong(node, "\(name) takes true or false", advice: "without quotes")
    }, schema: { _ in [("type", "boolean")] })

  /// A text that is not empty.
  static let text = checkedText(SchemaValue.scalar)

  /// Value of `{variant}`: a text without a slash.
  static let variantName = checkedText(SchemaValue.scalar + [("pattern", "^[^/]+$")]) {
    checker, text, node throws(Diagnostic) in
    if text.contains("/") { throw checker.wrong(node, "a name of a variant has no slash") }
  }

  /// One pattern for paths of inputs, or a list of them.
  static let inputs = checkedTexts(SchemaValue.scalar + [("pattern", "^[^/!]")]) {
    checker, text, node throws(Diagnostic) in
    if InputPattern(text) == nil { throw checker.wrong(node, problem(ofInput: text)) }
  }

  private static func problem(ofInput text: String) -> String {
    if text.hasPrefix("/") { return "“\(text)”: inputs are relative to the folder of this file" }
    if text.hasPrefix("!") { return "“\(text)”: what shall be left out stands under exclude" }
    if text.split(separator: "/").contains("..") { return "“\(text)”: .. may only stand before the first wildcard" }
    return "“\(text)” is no pattern: a bracket or brace is not closed"
  }

  /// One pattern for paths as in `.gitignore`, or a list of them.
  static let patterns = checkedTexts(SchemaValue.scalar) { checker, text, node throws(Diagnostic) in
    guard GlobPattern(text) == nil else { return }
    throw checker.wrong(node, "“\(text)” is no pattern: a bracket or brace is not closed")
  }

  /// A template for paths of outputs.
  static let outputs = checkedText([("type", "string"), ("pattern", .string(outputPattern))]) {
    checker, text, node throws(Diagnostic) in
    do throws(OutputNaming.Problem) {
      _ = try OutputNaming(text)
    } catch {
      throw checker.wrong(node, "outputs: \(error.message)", advice: error.advice)
    }
  }

  /// Placeholders that there are, and an extension that says a format or a slash.
  private static var outputPattern: String {
    let placeholders = OutputTemplate.Placeholder.allCases.map(\.rawValue).joined(separator: "|")
    let extensions = OutputFormat.all.flatMap(\.extensions).joined(separator: "|")
    return #"^(?!/)([^{}]|\{(\#(placeholders))\})*(\.(\#(extensions))|/)$"#
  }

  /// One of several words.
  static func choice(_ words: [String]) -> KeyKind {
    KeyKind(
      check: { checker, node, name throws(Diagnostic) in try checker.checkChoice(node, name, words) },
      schema: { _ in SchemaValue.choice(words) })
  }

  /// A text that a check accepts.
  static func checkedText(_ schema: SchemaMembers, _ check: @escaping TextCheck = { _, _, _ in }) -> KeyKind {
    KeyKind(
      check: { checker, node, name throws(Diagnostic) in try check(checker, try checker.text(of: node, name), node) },
      schema: { _ in schema })
  }

  /// One text or a list of texts that a check accepts.
  static func checkedTexts(_ element: SchemaMembers, _ check: @escaping TextCheck) -> KeyKind {
    KeyKind(
      check: { checker, node, name throws(Diagnostic) in
        for (text, node) in try checker.texts(of: node, name) { try check(checker, text, node) }
      }, schema: { _ in SchemaValue.oneOrMore(element) })
  }
}

// MARK: - Mappings and lists

extension KeyKind {
  /// Keys, and options as keys.
  static func mapping(_ keys: [ProjectKey], options scope: ProjectOptionTable.Scope? = nil) -> KeyKind {
    KeyKind(
      check: { checker, node, name throws(Diagnostic) in try checker.checkMapping(node, keys, scope, name) },
      schema: { ProjectSchema($0).mapping(keys, scope) }, keys: keys, separator: ".")
  }

  /// Mappings by names that the user chooses.
  static func named(_ keys: [ProjectKey]) -> KeyKind {
    let element = mapping(keys)
    var kind = named(element.schema, element.check, minimum: 1)
    (kind.keys, kind.separator) = (keys, ".NAME.")
    return kind
  }

  /// Values by names that the user chooses.
  ///
  /// - Parameter minimum: Least number of names; 0 for any.
  static func named(
    _ element: @escaping @Sendable (ProjectOptionTable) -> SchemaMembers, _ check: @escaping Check, minimum: Int = 0
  ) -> KeyKind {
    KeyKind(
      check: { checker, node, name throws(Diagnostic) in
        for entry in try checker.entries(of: node, name) {
          guard !entry.key.isEmpty else { throw checker.wrong(entry, "the name is empty") }
          try check(checker, entry.value, entry.key)
        }
      },
      schema: { options in
        [("type", "object")] + (minimum > 0 ? [("minProperties", .number(minimum))] : []) + [
          ("propertyNames", .object([("minLength", .number(1))])), ("additionalProperties", .object(element(options))),
        ]
      })
  }

  /// A list of mappings.
  static func list(_ keys: [ProjectKey], options scope: ProjectOptionTable.Scope? = nil) -> KeyKind {
    let element = mapping(keys, options: scope)
    return KeyKind(
      check: { checker, node, name throws(Diagnostic) in
        guard let elements = node.elements else {
          throw checker.wrong(node, "\(name) takes a list, not \(node.kindName)")
        }
        for node in elements { try element.check(checker, node, "an element of \(name)") }
      }, schema: { [("type", "array"), ("items", .object(element.schema($0)))] }, keys: keys, separator: "[].")
  }
}
