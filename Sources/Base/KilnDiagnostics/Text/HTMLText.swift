/// Text for HTML.
package enum HTMLText {
  /// Text that is no markup in elements and in quoted attributes. Works on Unicode scalars: a sign followed by a
  /// combining accent would be a different character.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"": result += "&quot;".unicodeScalars
      case "'": result += "&#39;".unicodeScalars
      case "\n", "\r", "\t": result.append(" ")
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
