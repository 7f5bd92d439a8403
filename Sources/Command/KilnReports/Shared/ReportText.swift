internal import KilnDiagnostics

/// Text for XML.
enum XMLText {
  /// The first line of a file.
  static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  /// Text for attributes and elements. Characters that XML 1.0 cannot hold become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `12.345`.
  static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

/// Text for Markdown.
enum MarkdownText {
  /// A table.
  ///
  /// - Parameters:
  ///   - names: Names of the columns with ` | ` between them.
  ///   - marks: Their alignment, such as `---|--:`.
  ///   - rows: Cells, escaped.
  static func table(_ names: String, _ marks: String, _ rows: [[String]]) -> String {
    "| \(names) |\n|\(marks)|\n" + rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// Text that cannot end a cell, begin markup or HTML, name anybody, or turn around what follows.
  static func escaped(_ text: String) -> String {
    // Works on Unicode scalars: a sign followed by a combining accent would be a different character.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "&": escaped += "&amp;".unicodeScalars
      case "@": escaped += "&#64;".unicodeScalars
      case "|", "\\", "`", "*", "_", "[", "]", "#", "!": escaped += ["\\", scalar]
      case _ where scalar.value < 0x20 || [0x85, 0x2028, 0x2029].contains(scalar.value): escaped.append(" ")
      case _ where scalar.needsEscape: escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

/// `0.4 s`, `12 s`.
func seconds(_ milliseconds: Int) -> String {
  let tenths = milliseconds.addingClamped(50) / 100
  return tenths >= 1000 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}
