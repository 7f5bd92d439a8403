internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

/// Definitions of the JSON Schema for rules and their severities.
enum ValidationSchema {
  /// Definitions that other parts of the schema refer to.
  static let definitions: SchemaMembers = [
    // Readers of YAML 1.1 take `off` for false.
    (
      "validation.severity",
      .object([("enum", .array(ValidationOptions.Setting.names.map { .string($0) } + [.bool(false)]))])
    ),
    (
      "validation.rules",
      .object([
        ("type", "object"),
        (
          "propertyNames",
          .object([
            (
              "anyOf",
              [
                .object([("pattern", #"\*"#)]),
                .object([("enum", .array(RuleCatalogue.all.map { .string($0.id) }))]),
              ]
            )
          ])
        ), ("properties", .object(withOptions)),
        ("additionalProperties", setting([])),
      ])
    ),
  ]

  /// The rules that have options.
  private static let withOptions: SchemaMembers = ValidationCatalogue.rules
    .filter { !$0.options.isEmpty }
    .map { ($0.rule.id, $0.options) }
    .sorted { $0.0 < $1.0 }
    .map { ($0.0, setting($0.1)) }

  /// A severity, or a mapping with options.
  private static func setting(_ options: [ValidationRule.Option]) -> SchemaValue {
    let severity = SchemaValue.object([("$ref", "#/definitions/validation.severity")])
    let properties = options.map { option in
      (option.name, SchemaValue.object([("type", "number"), ("description", .string(option.summary))]))
    }
    let mapping = SchemaValue.object([
      ("type", "object"), ("additionalProperties", .bool(false)),
      ("properties", .object([("severity", severity)] + properties)),
    ])
    return .object([("anyOf", [severity, mapping])])
  }
}
