/// Members of a JSON object, in their order.
typealias SchemaMembers = [(String, SchemaValue)]

/// A JSON value whose members keep their order.
indirect enum SchemaValue: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  case object(SchemaMembers)
  case array([SchemaValue])
  case string(String)
  case number(Int)
  case bool(Bool)

  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: SchemaValue...) { self = .array(elements) }

  /// Columns up to which an object stands on one line.
  private static let width = 110

  /// The value as indented text.
  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let line = line
      guard indent.isEmpty || indent.count + line.count > Self.width else { return line }
      let lines = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements):
      let isFlat = elements.allSatisfy { if case .string = $0 { true } else { false } }
      guard isFlat, indent.count + line.count > Self.width else {
        return "[" + elements.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
      }
      return "[\n" + elements.map { inner + $0.line }.joined(separator: ",\n") + "\n\(indent)]"
    case .string(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .bool(let bool): return "\(bool)"
    }
  }

  /// The value on one line.
  private var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.0)): \($0.1.line)" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .string, .number, .bool: text(indent: "")
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension SchemaValue {
  /// Schema of a text, also one that YAML reads as a number.
  static let scalar: SchemaMembers = [("type", .array(["string", "number"])), ("minLength", .number(1))]

  /// Schema of one of several words.
  static func choice(_ words: [String], or others: [SchemaValue] = []) -> SchemaMembers {
    [("enum", .array(words.map { .string($0) } + others))]
  }

  /// Schema of one value, or a list of values.
  static func oneOrMore(_ element: SchemaMembers, mayBeEmpty: Bool = false) -> SchemaMembers {
    let list: SchemaMembers = [("type", "array"), ("items", .object(element))]
    return [("anyOf", .array([.object(element), .object(list + (mayBeEmpty ? [] : [("minItems", .number(1))]))]))]
  }
}
