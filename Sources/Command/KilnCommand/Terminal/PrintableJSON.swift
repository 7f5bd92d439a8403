internal import KilnDiagnostics

/// JSON for standard output.
package enum PrintableJSON {
  /// The same JSON with escapes for scalars that could steer a terminal or a CI system; to readers of JSON it is the same.
  ///
  /// Encoders escape the control characters below U+0020 only. All others, and `##[`, which begins a command of GitHub
  /// Actions anywhere in a line, can only stand in strings, where an escape means the same.
  package static func printable(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x20 && $0.mayNeedEscape || $0 == UInt8(ascii: "#") }) else { return bytes }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x20, scalar.needsEscape {
        result += scalar.escape.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return Array(PrintedLine.withoutMarker(String(result)).utf8)
  }
}
