/// Names and literals of Swift made of names of files.
enum SwiftName {
  /// Keywords, which need backticks where they are declared.
  private static let keywords: Set = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat", "return", "switch", "throw", "where", "while",
    "any", "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try",
  ]
  /// Names that mean something else after the name of a type.
  private static let taken: Set = ["allCases", "init", "self", "none", "some"]

  /// A name in lower camel case, of words between underscores and characters that no identifier may have.
  ///
  /// - Returns: The name; empty if no character of the text may stand in one.
  static func lowerCamelCase(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0 == "_" || !$0.properties.isXIDContinue }.map(String.init)
    guard let first = words.first else { return "" }
    let head = first == first.uppercased() ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let name = head + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isStart = name.unicodeScalars.first?.properties.isXIDStart ?? false
    return isStart ? (taken.contains(name) ? name + "_" : name) : "_" + name
  }

  /// A name as it is declared.
  static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A literal of a text. What is neither a letter, a digit nor of ASCII is escaped.
  static func literal(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case " "..."~": String(scalar)
      default: scalar.properties.isXIDContinue ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(characters.joined())\""
  }

  /// Whether a text can be the name of a type.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isXIDStart) && text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
      && text != "_" && !keywords.contains(text) && !["Any", "Self", "Type", "Protocol"].contains(text)
  }
}
