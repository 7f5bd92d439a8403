public import Diagnostics

/// One pass over the bytes; containers are kept on a stack of their own, so nesting costs no call stack.
///
/// The bytes are handed from function to function as a span, which costs less than an array that the parser holds.
struct JSONParser {
  private let limits: Limits
  private let byteCount: Int
  private var position = 0
  private var nodes: [JSONTree.Node] = []
  private var strings: [JSONTree.Text] = []
  private var open: [Int] = []
  private var key = JSONTree.Key()

  private init(byteCount: Int, limits: Limits) {
    self.byteCount = byteCount
    self.limits = limits
    nodes.reserveCapacity(byteCount / 4 + 8)
  }

  /// The values of a document, and where strings are among them.
  static func nodes(
    of bytes: Span<UInt8>, limits: Limits
  ) throws(Diagnostic) -> (nodes: [JSONTree.Node], strings: [JSONTree.Text]) {
    var parser = JSONParser(byteCount: bytes.count, limits: limits)
    try parser.parse(bytes)
    return (parser.nodes, parser.strings)
  }

  private mutating func parse(_ bytes: Span<UInt8>) throws(Diagnostic) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace(bytes)
    if position == byteCount { throw error("the file is empty") }
    try value(bytes)
    while let container = open.last {
      try nextChild(bytes, of: container)
    }
    skipSpace(bytes)
    guard position == bytes.count else { throw error("text after the end of the document") }
  }

  /// Reads what stands after a value inside the innermost open container: another child, or its end.
  @inline(__always)
  private mutating func nextChild(_ bytes: Span<UInt8>, of container: Int) throws(Diagnostic) {
    skipSpace(bytes)
    let isObject = nodes[container].kind == .object
    let isFirst = nodes.count == container + 1
    guard position < bytes.count else {
      throw error("the file ends inside \(isObject ? "an object" : "an array")")
    }
    if bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      position += 1
      nodes[container].next = UInt32(nodes.count)
      nodes[container].end = UInt32(position)
      open.removeLast()
      return
    }
    if !isFirst {
      guard bytes[position] == UInt8(ascii: ",") else { throw error("a comma or the end was expected") }
      position += 1
      skipSpace(bytes)
    }
    if isObject { try memberKey(bytes) }
    try value(bytes)
  }

  @inline(__always)
  private mutating func memberKey(_ bytes: Span<UInt8>) throws(Diagnostic) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a key was expected") }
    let start = position + 1
    try skipString(bytes)
    key = JSONTree.Key(start..<position - 1, in: bytes)
    skipSpace(bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw error("a colon was expected") }
    position += 1
    skipSpace(bytes)
  }

  @inline(__always)
  private mutating func value(_ bytes: Span<UInt8>) throws(Diagnostic) {
    guard position < bytes.count else { throw error("a value was expected") }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"): try container(.object)
    case UInt8(ascii: "["): try container(.array)
    case UInt8(ascii: "\""):
      try skipString(bytes)
      if let owner = open.last {
        strings.append(JSONTree.Text(index: UInt32(nodes.count), owner: UInt32(owner)))
      }
      append(.string, from: start)
    case UInt8(ascii: "t"): try literal(bytes, "true", .bool, 1)
    case UInt8(ascii: "f"): try literal(bytes, "false", .bool, 0)
    case UInt8(ascii: "n"): try literal(bytes, "null", .null, 0)
    default:
      let number = try number(bytes)
      append(.number, from: start, number: number)
    }
  }

  private mutating func container(_ kind: JSONValue.Kind) throws(Diagnostic) {
    guard open.count < limits.nesting else {
      throw Diagnostic(
        .limitExceeded, "the document is nested deeper than \(limits.nesting) levels",
        at: DocumentPath(byteOffset: position))
    }
    open.append(nodes.count)
    position += 1
    append(kind, from: position - 1)
  }

  private mutating func literal(
    _ bytes: Span<UInt8>, _ text: String, _ kind: JSONValue.Kind, _ number: Double
  ) throws(Diagnostic) {
    let start = position
    for (offset, byte) in text.utf8.enumerated() {
      guard start + offset < bytes.count, bytes[start + offset] == byte else { throw error("a value was expected") }
    }
    position += text.utf8.count
    append(kind, from: start, number: number)
  }

  @inline(__always)
  private mutating func append(_ kind: JSONValue.Kind, from start: Int, number: Double = 0) {
    nodes.append(
      JSONTree.Node(
        kind: kind, offset: UInt32(start), end: UInt32(position), next: UInt32(nodes.count + 1), key: key,
        number: number))
    key = JSONTree.Key()
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  @inline(__always)
  private mutating func skipString(_ bytes: Span<UInt8>) throws(Diagnostic) {
    let start = position
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try skipEscape(bytes)
      case 0..<0x20: throw error("a control character inside a string")
      default: position += 1
      }
    }
    position = start
    throw error("a string has no end")
  }

  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(Diagnostic) {
    // At the end of the file the string has no end, which is reported there.
    guard position + 1 < bytes.count else {
      position += 1
      return
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      let digits = position + 2..<min(position + 6, bytes.count)
      guard digits.allSatisfy({ JSONStringDecoder.hexadecimalDigit(bytes[$0]) != nil }) else {
        throw error("four hexadecimal digits were expected")
      }
      position = digits.upperBound
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default: throw error("an unknown escape")
    }
  }

  /// Numbers with up to 19 digits and small exponents are computed exactly; the rest is left to the standard library.
  @inline(__always)
  private mutating func number(_ bytes: Span<UInt8>) throws(Diagnostic) -> Double {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    let integerStart = position
    scanDigits(bytes, &mantissa)
    let integerDigits = position - integerStart
    guard integerDigits > 0 else {
      position = start
      throw error("a value was expected")
    }
    if integerDigits > 1, bytes[integerStart] == UInt8(ascii: "0") { throw error("a number starts with 0") }
    var exponent = 0
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fractionStart = position
      scanDigits(bytes, &mantissa)
      exponent = fractionStart - position
      guard exponent < 0 else { throw error("digits were expected after the decimal point") }
    }
    var hasExponent = false
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
        position += 1
      }
      let exponentStart = position
      var ignored: UInt64 = 0
      scanDigits(bytes, &ignored)
      guard position > exponentStart else { throw error("digits were expected in the exponent") }
    }
    // More digits may have wrapped the mantissa.
    if !hasExponent, integerDigits - exponent <= 19, mantissa < 1 << 53 {
      let value = exponent == 0 ? Double(mantissa) : Double(mantissa) / Self.powersOfTen[-exponent]
      return isNegative ? -value : value
    }
    let value = Double(String(decoding: (start..<position).map { bytes[$0] }, as: UTF8.self)) ?? 0
    // No finite number in an animation is anywhere near this; infinity would poison everything computed from it.
    return max(-Double.greatestFiniteMagnitude, min(Double.greatestFiniteMagnitude, value))
  }

  @inline(__always)
  private mutating func scanDigits(_ bytes: Span<UInt8>, _ mantissa: inout UInt64) {
    var position = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position &+= 1
    }
    self.position = position
  }

  private static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { value, _ in value * 10 }
  }

  private func error(_ message: String) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "not valid JSON: \(message)", at: DocumentPath(byteOffset: min(position, byteCount)),
      advice: "check that the file is complete")
  }
}

extension Rule {
  /// The bytes are not JSON.
  public static let jsonSyntax = Rule("json.syntax", .error, .rejected, "The file is not valid JSON.")
}
