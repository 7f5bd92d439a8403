internal import KilnJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Appends JSON to bytes. Every entry of a table has a line of its own.
struct JSONLines {
  private(set) var bytes: [UInt8] = []
  /// Decimals of lengths; nil for all digits.
  let decimals: Int?
  /// Whether the next value of the innermost array or object needs a comma before it.
  private var needsComma = false

  init(decimals: Int?) { self.decimals = decimals }

  /// An object or array with brackets; `body` appends what is inside.
  mutating func container(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONLines) -> Void) {
    separate()
    append(open)
    needsComma = false
    body(&self)
    append(close)
    needsComma = true
  }

  mutating func object(_ body: (inout JSONLines) -> Void) { container("{", "}", body) }
  mutating func array(_ body: (inout JSONLines) -> Void) { container("[", "]", body) }

  /// Name of a member, whose value follows.
  mutating func key(_ name: StaticString) {
    separate()
    append("\"")
    name.withUTF8Buffer { bytes += $0 }
    append("\"")
    append(":")
    needsComma = false
  }

  /// A member on a line of its own that is an array with a line for each entry; nothing if there are none.
  mutating func table<Entry>(_ name: StaticString, _ entries: [Entry], _ body: (inout JSONLines, Entry) -> Void) {
    guard !entries.isEmpty else { return }
    line()
    key(name)
    array { lines in
      for entry in entries {
        lines.line()
        body(&lines, entry)
      }
      lines.append("\n")
    }
  }

  /// Starts a new line before the next value.
  mutating func line() {
    separate()
    append("\n")
    needsComma = false
  }

  mutating func string(_ text: String) {
    separate()
    bytes += JSONText.quoted(text).utf8
    needsComma = true
  }

  mutating func null() { scalar("null") }
  mutating func bool(_ value: Bool) { scalar(value ? "true" : "false") }
  mutating func integer(_ value: Int) { scalar(String(value)) }

  /// A length or another number, rounded as asked for.
  mutating func number(_ value: Double, extraDecimals: Int = 0) {
    separate()
    bytes += text(value, extraDecimals: extraDecimals).utf8
    needsComma = true
  }

  mutating func numbers(_ values: Double..., extraDecimals: Int = 0) {
    array { lines in for value in values { lines.number(value, extraDecimals: extraDecimals) } }
  }

  /// A file as a `data:` URL.
  mutating func data(_ file: [UInt8], mediaType: String) {
    separate()
    bytes += "\"data:\(mediaType);base64,".utf8
    bytes += Data(file).base64EncodedData()
    append("\"")
    needsComma = true
  }

  mutating func string(_ body: (inout JSONLines) -> Void) {
    separate()
    append("\"")
    body(&self)
    append("\"")
    needsComma = true
  }

  /// A number inside a string.
  mutating func raw(_ value: Double) { bytes += text(value, extraDecimals: 0).utf8 }
  mutating func append(_ scalar: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: scalar.value)) }

  private mutating func scalar(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { append(",") }
    needsComma = false
  }

  private func text(_ value: Double, extraDecimals: Int) -> String {
    if let decimals, let text = JSONNumberText.rounded(value, decimals: decimals + extraDecimals) { return text }
    // `Double.description` is the shortest text that reads back as the same number; whole numbers need no decimals.
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return value.description
  }
}
