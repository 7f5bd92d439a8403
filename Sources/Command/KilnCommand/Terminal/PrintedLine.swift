internal import KilnDiagnostics

/// A line for a terminal or log, in which no text from a file, argument or exception can be a control sequence, a line of
/// its own, or a command of a CI system.
///
/// Literals are the command's own and stay as they are. Interpolated values are escaped, but for other lines:
/// `"\(printer.label(.error)) \(name): not found"`.
package struct PrintedLine: Hashable {
  /// The escaped text, with the command's own escape sequences for colours.
  package private(set) var text: String
  /// Whether it is a command of a CI system, which begins with `::`.
  private(set) var isCommand = false

  /// A line of a text that the command has not escaped.
  package init(escaping text: String) { self.text = Self.withoutCommand(text.printable) }

  /// A part of a line, which is escaped already.
  init(part text: String) { self.text = Self.withoutCommand(text) }

  /// Lines of texts that the command has not escaped.
  static func lines(_ texts: some Sequence<String>) -> [PrintedLine] { texts.map { PrintedLine(escaping: $0) } }

  /// A command for GitHub Actions, whose values are escaped as these demand.
  package init(gitHubCommand text: String) {
    self.text = text.printable
    isCommand = true
  }

  /// A text that no CI system takes for a command: those of GitHub Actions begin with `::`, also after spaces.
  private static func withoutCommand(_ text: String) -> String {
    let text = withoutMarker(text)
    // By scalars: as a character, a colon with an accent would be another.
    let scalars = text.unicodeScalars
    let start = scalars.drop { $0.properties.isWhitespace }
    guard start.starts(with: "::".unicodeScalars) else { return text }
    return String(scalars[..<start.startIndex]) + Unicode.Scalar(":").escape + String(start.dropFirst())
  }

  /// The text with an escape for the bracket of each `##[` (GitHub), `##vso[` (Azure) and `##teamcity[`.
  static func withoutMarker(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    var result = String.UnicodeScalarView()
    var signs = 0
    for scalar in text.unicodeScalars {
      if scalar == "[", signs >= 2 { result += scalar.escape.unicodeScalars } else { result.append(scalar) }
      signs = scalar == "#" ? signs + 1 : signs >= 2 && scalar.properties.isAlphabetic ? signs : 0
    }
    return String(result)
  }
}

extension PrintedLine: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: Interpolation) {
    isCommand = stringInterpolation.isCommand
    text = isCommand ? stringInterpolation.text : Self.withoutCommand(stringInterpolation.text)
  }

  /// Collects the parts of a line.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var isCommand = false

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.printable
    }

    package mutating func appendInterpolation(_ line: PrintedLine) {
      if text.isEmpty { isCommand = line.isCommand }
      text += line.text
    }
  }
}
