internal import KilnJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Minified JSON text that is appended to; members and elements in a row get their commas.
struct LottieText: Sendable {
  /// UTF-8 text.
  private(set) var bytes: [UInt8] = []
  /// Whether the next value of the innermost array or object needs a comma before it.
  private var needsComma = false

  /// Whether nothing was written.
  var isEmpty: Bool { bytes.isEmpty }

  /// A value that is written by `body`.
  init(_ body: (inout LottieText) throws(Never) -> Void = { _ in }) { body(&self) }

  mutating func object(_ body: (inout LottieText) -> Void) { container("{", "}", body) }
  mutating func array(_ body: (inout LottieText) -> Void) { container("[", "]", body) }

  /// Name of a member, whose value follows.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    needsComma = false
  }

  mutating func string(_ text: String) { scalar(JSONText.quoted(text)) }
  mutating func integer(_ value: Int) { scalar(String(value)) }
  mutating func bool(_ value: Bool) { scalar(value ? "true" : "false") }

  /// A number rounded to a number of decimals.
  mutating func number(_ value: Double, decimals: Int = 3) {
    scalar(JSONNumberText.rounded(value, decimals: decimals) ?? (value.isFinite ? value.description : "0"))
  }

  mutating func numbers(_ values: some Sequence<Double>, decimals: Int = 3) {
    array { text in for value in values { text.number(value, decimals: decimals) } }
  }

  /// Values or members written before.
  mutating func append(_ text: LottieText) {
    guard !text.isEmpty else { return }
    separate()
    bytes += text.bytes
    needsComma = true
  }

  /// A value that is written already.
  mutating func append(json: [UInt8]) {
    separate()
    bytes += json
    needsComma = true
  }

  /// A file as a `data:` URL.
  mutating func data(_ file: [UInt8], mediaType: String) {
    separate()
    bytes += "\"data:\(mediaType);base64,".utf8
    bytes += Data(file).base64EncodedData()
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: LottieText) {
    key(name)
    append(value)
  }

  private mutating func container(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout LottieText) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func scalar(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }
}
