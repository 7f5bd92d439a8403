internal import KilnBatch
internal import Kiln
internal import KilnValidation

/// The JSON Schema (draft 7) of the project file, for editors. It is made from the table of keys, as the reader is.
///
/// It accepts what the reader accepts, but for what it cannot say: whether patterns are complete, and what only the
/// options themselves know of their values.
public struct ProjectSchema {
  private let options: ProjectOptionTable

  /// The schema with some options.
  public init(_ options: ProjectOptionTable) { self.options = options }

  /// The schema as text.
  public var json: String {
    let head: [(String, SchemaValue)] = [
      ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", "The project file of Kiln, .kiln.yml"),
    ]
    let definitions = (options.conversion + options.batch).map { ($0.name, option($0)) } + ValidationSchema.definitions
    // One of both is enough.
    let parts: [SchemaValue] = ["conversions", "validation"].map { .object([("required", .array([.string($0)]))]) }
    let members =
      head + mapping(ProjectKey.top, nil) + [("anyOf", .array(parts)), ("definitions", .object(definitions))]
    return SchemaValue.object(members).text + "\n"
  }

  /// Members of the schema of a value.
  private func schema(of value: ProjectKey.Value) -> [(String, SchemaValue)] {
    switch value {
    case .version: [("const", .number(ProjectKey.version))]
    case .flag: [("type", "boolean")]
    case .text: scalar
    case .variantName: scalar + [("pattern", "^[^/]+$")]
    case .inputs: oneOrMore(scalar + [("pattern", "^[^/!]")])
    case .patterns: oneOrMore(scalar)
    case .outputs: [("type", "string"), ("pattern", .string(outputPattern))]
    case .mapping(let keys, let scope): mapping(keys, scope)
    case .named(let keys):
      [
        ("type", "object"), ("minProperties", .number(1)), ("propertyNames", .object([("minLength", .number(1))])),
        ("additionalProperties", .object(mapping(keys, nil))),
      ]
    case .list(let keys, let scope): [("type", "array"), ("items", .object(mapping(keys, scope)))]
    case .preset: [("enum", .array(ValidationPreset.all.map { .string($0.name) }))]
    case .targets: oneOrMore(ValidationSchema.target)
    case .formats: oneOrMore([("enum", .array(FileFormat.names.map { .string($0) }))])
    case .severity: [("enum", ["error", "warning", "note"])]
    case .rules: ValidationSchema.rules
    case .amount(let budget): ValidationSchema.amount(budget)
    case .namePattern: scalar
    case .slots:
      [
        ("type", "object"), ("propertyNames", .object([("minLength", .number(1))])),
        ("additionalProperties", .object(ValidationSchema.extent)),
      ]
    case .extents: oneOrMore(ValidationSchema.extent)
    case .rates: oneOrMore(ValidationSchema.rate)
    case .date: [("type", "string"), ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    }
  }

  private func mapping(_ keys: [ProjectKey], _ scope: ProjectOptionTable.Scope?) -> [(String, SchemaValue)] {
    let own = keys.map { key in
      (key.name, SchemaValue.object([("description", .string(key.help))] + schema(of: key.value)))
    }
    let shared = (scope.map { options.options($0) } ?? []).map { option in
      (option.name, SchemaValue.object([("$ref", .string("#/definitions/\(option.name)"))]))
    }
    let required = keys.filter(\.isRequired).map { SchemaValue.string($0.name) }
    return [("type", "object"), ("additionalProperties", .bool(false))]
      + (required.isEmpty ? [] : [("required", .array(required))]) + [("properties", .object(own + shared))]
  }

  private func option(_ option: ProjectOption) -> SchemaValue {
    let help: [(String, SchemaValue)] = option.help.isEmpty ? [] : [("description", .string(option.help))]
    if option.isFlag { return .object(help + [("type", "boolean")]) }
    let value: [(String, SchemaValue)]
    if option.choices.isEmpty {
      value = scalar
    } else {
      // Without quotes, YAML reads digits as a number.
      let numbers = option.choices.compactMap { Int($0) }.map { SchemaValue.number($0) }
      value = [("enum", .array(option.choices.map { .string($0) } + numbers))]
    }
    return .object(help + (option.isRepeatable ? oneOrMore(value, mayBeEmpty: true) : value))
  }

  /// A text, also one that YAML reads as a number.
  private var scalar: [(String, SchemaValue)] {
    [("type", .array(["string", "number"])), ("minLength", .number(1))]
  }

  private func oneOrMore(_ element: [(String, SchemaValue)], mayBeEmpty: Bool = false) -> [(String, SchemaValue)] {
    let list: [(String, SchemaValue)] = [("type", "array"), ("items", .object(element))]
    return [("anyOf", .array([.object(element), .object(list + (mayBeEmpty ? [] : [("minItems", .number(1))]))]))]
  }

  /// Placeholders that there are, and an extension that says a format or a slash.
  private var outputPattern: String {
    let placeholders = OutputTemplate.Placeholder.allCases.map(\.rawValue).joined(separator: "|")
    let extensions = OutputFormat.all.flatMap(\.extensions).joined(separator: "|")
    return #"^(?!/)([^{}]|\{(\#(placeholders))\})*(\.(\#(extensions))|/)$"#
  }
}
