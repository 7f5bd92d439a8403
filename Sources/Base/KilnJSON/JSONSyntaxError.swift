internal import KilnDiagnostics

/// Descriptions of syntax errors by what stands at their place.
enum JSONSyntaxError {
  /// An error with its line and column, and with its cause as far as the bytes there tell it.
  static func described(_ error: Diagnostic, in bytes: [UInt8]) -> Diagnostic {
    var error = error
    guard let offset = error.path.byteOffset else { return error }
    error.path.place = TextLocation(ofByte: offset, in: bytes)
    guard error.rule == .jsonSyntax, let cause = cause(in: bytes, at: offset) else { return error }
    error.message = "not valid JSON: \(cause.message)"
    error.advice = cause.advice
    return error
  }

  private typealias Cause = (message: String, advice: String)

  private static func cause(in bytes: [UInt8], at offset: Int) -> Cause? {
    if let kind = foreignText(bytes, offset) { return ("it is \(kind.name)", kind.advice) }
    guard offset < bytes.count else { return nil }
    let rest = bytes[offset...]
    switch bytes[offset] {
    case UInt8(ascii: "/") where rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8):
      return ("a comment, which JSON does not have", "remove the comments")
    case UInt8(ascii: "'"): return ("a text in single quotes", "write texts in double quotes")
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      let before = bytes[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return before == UInt8(ascii: ",") ? ("a comma before the end of a list", "remove the comma") : nil
    default:
      let word = String(decoding: rest.prefix(20).prefix(while: isPartOfWord), as: UTF8.self)
      guard words.contains(word) else { return nil }
      return ("\(word) is no value of JSON", "export the animation again, or write a number in its place")
    }
  }

  /// Kind of the whole text if there is nothing but space before the error.
  private static func foreignText(_ bytes: [UInt8], _ offset: Int) -> ForeignText? {
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return bytes[..<offset].allSatisfy(isSpace) ? ForeignText(bytes[offset...]) : nil
  }

  /// Values that programming languages write.
  private static let words: Set<String> = [
    "NaN", "-NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf", "undefined", "None", "True", "False",
  ]

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  /// Name of a control character, with its escape in JSON.
  static func controlCharacter(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: 4 - digits.count) + digits
    return switch byte {
    case 0x09: "a tab (\\t)"
    case 0x0A: "a line break (\\n)"
    case 0x0D: "a carriage return (\\r)"
    default: "the control character U+\(code) (\\u\(code))"
    }
  }
}
