internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

/// The parts of the JSON Schema that only `validation` has.
enum ValidationSchema {
  /// A player, with a version if an old one counts.
  static let target: [(String, SchemaValue)] = [
    ("type", "string"),
    ("pattern", .string("^(" + Target.names.joined(separator: "|") + #")(@[0-9]+(\.[0-9]+)*)?$"#)),
  ]

  /// A size in pixels.
  static let extent: [(String, SchemaValue)] = [
    ("type", "string"), ("pattern", #"^(any|([1-9][0-9]{0,4}|\*)x([1-9][0-9]{0,4}|\*))$"#),
  ]

  /// A frame rate, also one in quotes.
  static let rate: [(String, SchemaValue)] = [
    (
      "anyOf",
      [
        .object([("type", "number"), ("exclusiveMinimum", .number(0)), ("maximum", .number(1000))]),
        .object([("type", "string"), ("pattern", #"^[0-9]+(\.[0-9]+)?$"#)]),
      ]
    )
  ]

  /// An upper bound. Without quotes, YAML reads digits as a number.
  static func amount(_ budget: ProjectBudget) -> [(String, SchemaValue)] {
    let text: String
    switch budget.unit {
    case .bytes: text = #"^(none|[0-9]+(\.[0-9]+)? *([kKmMgG]([iI]?[bB])?|[bB])?)$"#
    case .seconds: text = #"^(none|[0-9]+(\.[0-9]+)? *(s|ms)?)$"#
    case .count: text = "^(none|[0-9]+)$"
    }
    let number: SchemaValue = budget.unit == .seconds ? "number" : "integer"
    let least: SchemaValue = .number(budget.unit == .bytes ? 1 : 0)
    return [
      (
        "anyOf",
        [
          .object([("type", "string"), ("pattern", .string(text))]),
          .object([("type", number), ("minimum", least)]),
        ]
      )
    ]
  }

  /// Schema of `rules`: names of rules, or patterns.
  static let rules: [(String, SchemaValue)] = [("$ref", "#/definitions/validation.rules")]

  /// Definitions that other parts of the schema refer to.
  static let definitions: [(String, SchemaValue)] = [
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
  private static let withOptions: [(String, SchemaValue)] = ValidationCatalogue.rules
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
