import Foundation

/// Evaluates the keywords of JSON Schema that the schema of project files uses.
struct SchemaEvaluator {
  private let root: [String: Any]

  /// Keywords that are evaluated, and those that say nothing about values.
  private static let known: Set<String> = [
    "$ref", "type", "const", "enum", "anyOf", "pattern", "minLength", "properties", "required", "additionalProperties",
    "propertyNames", "minProperties", "items", "minItems", "description", "$schema", "title", "definitions", "minimum",
    "exclusiveMinimum", "maximum",
  ]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Keywords anywhere in the schema that nobody evaluates.
  var unknownKeywords: Set<String> { Self.keywords(of: root).subtracting(Self.known) }

  /// Whether a value is valid.
  func accepts(_ value: JSONScalarTree) -> Bool { accepts(value, root) }

  private static func keywords(of schema: [String: Any]) -> Set<String> {
    var all = Set(schema.keys)
    for (key, value) in schema {
      if ["properties", "definitions"].contains(key) {
        for inner in (value as? [String: [String: Any]] ?? [:]).values { all.formUnion(keywords(of: inner)) }
      } else if let inner = value as? [String: Any] {
        all.formUnion(keywords(of: inner))
      } else if let list = value as? [[String: Any]] {
        for inner in list { all.formUnion(keywords(of: inner)) }
      }
    }
    return all
  }

  private func accepts(_ value: JSONScalarTree, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/definitions/".count))
      guard let target = (root["definitions"] as? [String: [String: Any]])?[name] else { return false }
      return accepts(value, target)
    }
    let types = schema["type"].map { $0 as? [String] ?? [$0 as? String ?? ""] }
    let isInteger = value.isInteger && types?.contains("integer") ?? false
    guard types?.contains(value.typeName) ?? true || isInteger else { return false }
    if let constant = schema["const"] as? Int, value != .number(Double(constant)) { return false }
    if let choices = schema["enum"] as? [Any], !choices.contains(where: { value.equals($0) }) { return false }
    if let choices = schema["anyOf"] as? [[String: Any]], !choices.contains(where: { accepts(value, $0) }) {
      return false
    }
    switch value {
    case .string(let text): return acceptsText(text, schema)
    case .object(let members): return acceptsMembers(members, schema)
    case .array(let elements):
      guard elements.count >= schema["minItems"] as? Int ?? 0 else { return false }
      return (schema["items"] as? [String: Any]).map { items in elements.allSatisfy { accepts($0, items) } } ?? true
    case .number(let number):
      return number >= schema["minimum"] as? Double ?? -.infinity && number <= schema["maximum"] as? Double ?? .infinity
        && number > schema["exclusiveMinimum"] as? Double ?? -.infinity
    case .bool, .null: return true
    }
  }

  private func acceptsText(_ text: String, _ schema: [String: Any]) -> Bool {
    guard text.count >= schema["minLength"] as? Int ?? 0 else { return false }
    guard let pattern = schema["pattern"] as? String else { return true }
    return (try? Regex(pattern).firstMatch(in: text)) != nil
  }

  private func acceptsMembers(_ members: [(String, JSONScalarTree)], _ schema: [String: Any]) -> Bool {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let required = schema["required"] as? [String] ?? []
    guard members.count >= schema["minProperties"] as? Int ?? 0 else { return false }
    guard required.allSatisfy({ name in members.contains { $0.0 == name } }) else { return false }
    return members.allSatisfy { name, value in
      if let names = schema["propertyNames"] as? [String: Any], !accepts(.string(name), names) { return false }
      if let property = properties[name] { return accepts(value, property) }
      if let others = schema["additionalProperties"] as? [String: Any] { return accepts(value, others) }
      return schema["additionalProperties"] as? Bool ?? true
    }
  }
}

/// A JSON value, for schemas.
indirect enum JSONScalarTree: Equatable {
  case object([(String, JSONScalarTree)])
  case array([JSONScalarTree])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  var typeName: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .bool: "boolean"
    case .null: "null"
    }
  }

  /// Whether it is a whole number.
  var isInteger: Bool {
    guard case .number(let number) = self else { return false }
    return number.rounded() == number
  }

  /// Whether it is the value of a choice in `enum`.
  func equals(_ choice: Any) -> Bool {
    switch self {
    case .string(let text): choice as? String == text
    case .number(let number): (choice as? NSNumber)?.doubleValue == number && !(choice is String)
    case .bool(let bool): choice as? Bool == bool && !(choice is String)
    default: false
    }
  }

  static func == (a: JSONScalarTree, b: JSONScalarTree) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.null, .null): true
    default: false
    }
  }
}
