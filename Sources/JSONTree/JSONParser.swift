public import Diagnostics

/// One pass over the bytes; containers are kept on a stack of their own, so nesting costs no call stack.
struct JSONParser {
  private let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var nodes: [JSONTree.Node] = []
  private var open: [Int] = []
  private var key = JSONTree.Key()

  init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
    nodes.reserveCapacity(bytes.count / 6 + 8)
  }

  mutating func parse() throws(Diagnostic) -> [JSONTree.Node] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    if position == bytes.count { throw error("the file is empty") }
    try value()
    while let container = open.last {
      try nextChild(of: container)
    }
    skipSpace()
    guard position == bytes.count else { throw error("text after the end of the document") }
    return nodes
  }

  /// Reads what stands after a value inside the innermost open container: another child, or its end.
  private mutating func nextChild(of container: Int) throws(Diagnostic) {
    skipSpace()
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
      skipSpace()
    }
    if isObject { try memberKey() }
    try value()
  }

  private mutating func memberKey() throws(Diagnostic) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a key was expected") }
    let start = position + 1
    try skipString()
    let end = position - 1
    key = JSONTree.Key(start..<end, in: bytes)
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw error("a colon was expected") }
    position += 1
    skipSpace()
  }

  private mutating func value() throws(Diagnostic) {
    guard position < bytes.count else { throw error("a value was expected") }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"): try container(.object)
    case UInt8(ascii: "["): try container(.array)
    case UInt8(ascii: "\""):
      try skipString()
      append(.string, from: start)
    case UInt8(ascii: "t"): try literal("true", .bool, 1)
    case UInt8(ascii: "f"): try literal("false", .bool, 0)
    case UInt8(ascii: "n"): try literal("null", .null, 0)
    default:
      let number = try number()
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

  private mutating func literal(_ text: StaticString, _ kind: JSONValue.Kind, _ number: Double) throws(Diagnostic) {
    let start = position
    let expected = String(describing: text).utf8
    guard bytes[position...].starts(with: expected) else { throw error("a value was expected") }
    position += expected.count
    append(kind, from: start, number: number)
  }

  private mutating func append(_ kind: JSONValue.Kind, from start: Int, number: Double = 0) {
    nodes.append(
      JSONTree.Node(
        kind: kind, offset: UInt32(start), end: UInt32(position), next: UInt32(nodes.count + 1), key: key,
        number: number))
    key = JSONTree.Key()
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func skipString() throws(Diagnostic) {
    let start = position
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20: throw error("a control character inside a string")
      default: position += 1
      }
    }
    position = min(start, bytes.count)
    throw error("a string has no end")
  }

  private mutating func skipEscape() throws(Diagnostic) {
    // At the end of the file the string has no end, which is reported there.
    guard position + 1 < bytes.count else {
      position += 1
      return
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[(position + 2)...].prefix(4)
      guard digits.allSatisfy({ JSONStringDecoder.hexadecimalDigit($0) != nil }) else {
        throw error("four hexadecimal digits were expected")
      }
      position += 2 + digits.count
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default: throw error("an unknown escape")
    }
  }

  /// Numbers with up to 19 digits and small exponents are computed exactly; the rest is left to the standard library.
  private mutating func number() throws(Diagnostic) -> Double {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    let integerStart = position
    scanDigits(&mantissa, &digits)
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
      scanDigits(&mantissa, &digits)
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
      var count = 0
      scanDigits(&ignored, &count)
      guard position > exponentStart else { throw error("digits were expected in the exponent") }
    }
    if !hasExponent, digits <= 19, mantissa < 1 << 53, exponent >= -22 {
      let value = Double(mantissa) / Self.powersOfTen[-exponent]
      return isNegative ? -value : value
    }
    let value = Double(Substring(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    // No finite number in an animation is anywhere near this; infinity would poison everything computed from it.
    return max(-Double.greatestFiniteMagnitude, min(Double.greatestFiniteMagnitude, value))
  }

  private mutating func scanDigits(_ mantissa: inout UInt64, _ count: inout Int) {
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      // The mantissa of twenty digits may wrap to zero, so it does not tell leading zeros.
      if count > 0 || digit > 0 { count += 1 }
      position += 1
    }
  }

  private static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { value, _ in value * 10 }
  }

  private func error(_ message: String) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "not valid JSON: \(message)", at: DocumentPath(byteOffset: min(position, bytes.count)),
      advice: "check that the file is complete")
  }
}

extension Rule {
  /// The bytes are not JSON.
  public static let jsonSyntax = Rule("json.syntax", .error, .rejected, "The file is not valid JSON.")
}
