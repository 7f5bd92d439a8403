/// The JSON Schema (draft 7) of the project file, for editors. It is made from the table of keys, as the reader is.
///
/// It accepts what the reader accepts, but for what it cannot say: whether patterns are complete, and what only the
/// options themselves know of their values.
package struct ProjectSchema {
  private let options: ProjectOptionTable

  /// The schema with some options.
  package init(_ options: ProjectOptionTable) { self.options = options }

  /// The schema as text.
  package var json: String {
    let head: SchemaMembers = [
      ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", "The project file of Kiln, .kiln.yml"),
    ]
    let definitions = (options.conversion + options.batch).map { ($0.name, option($0)) } + ValidationSchema.definitions
    // One of both is enough.
    let parts: [SchemaValue] = ["conversions", "validation"].map { .object([("required", .array([.string($0)]))]) }
    let members =
      head + mapping(ProjectKey.top, nil) + [("anyOf", .array(parts)), ("definitions", .object(definitions))]
    return SchemaValue.object(members).text + "\n"
  }

  /// Members of the schema of a mapping.
  func mapping(_ keys: [ProjectKey], _ scope: ProjectOptionTable.Scope?) -> SchemaMembers {
    let own = keys.map { key in
      (key.name, SchemaValue.object([("description", .string(key.help))] + key.value.schema(options)))
    }
    let shared = (scope.map { options.options($0) } ?? []).map { option in
      (option.name, SchemaValue.object([("$ref", .string("#/definitions/\(option.name)"))]))
    }
    let required = keys.filter(\.isRequired).map { SchemaValue.string($0.name) }
    return [("type", "object"), ("additionalProperties", .bool(false))]
      + (required.isEmpty ? [] : [("required", .array(required))]) + [("properties", .object(own + shared))]
  }

  private func option(_ option: ProjectOption) -> SchemaValue {
    let help: SchemaMembers = option.help.isEmpty ? [] : [("description", .string(option.help))]
    if option.isFlag { return .object(help + [("type", "boolean")]) }
    // Without quotes, YAML reads digits as a number.
    let numbers = option.choices.compactMap { Int($0) }.map { SchemaValue.number($0) }
    let value = option.choices.isEmpty ? SchemaValue.scalar : SchemaValue.choice(option.choices, or: numbers)
    return .object(help + (option.isRepeatable ? SchemaValue.oneOrMore(value, mayBeEmpty: true) : value))
  }
}
