public import Diagnostics

/// One pass over the bytes; each open container knows the one around it, so nesting costs no call stack.
///
/// The bytes are handed from function to function as a span, which costs less than an array that the parser holds.
struct JSONParser {
  private let limits: Limits
  private let numbers: JSONTree.NumberRange
  private let byteCount: Int
  private var position = 0
  private var strings: [JSONTree.Text] = []
  private var keys = JSONKeys()
  private var repeats = JSONRepeats()
  /// How many more bytes are compared in vain. A file made to slow this down soon comes to the end of it.
  private var patience: Int
  /// Index of the innermost open container; negative if there is none.
  private var container = -1
  private var isInObject = false
  /// Number of open containers.
  private var depth = 0
  /// The key of the value to be read.
  private var key = 0
  /// Those that are exact.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private init(byteCount: Int, numbers: JSONTree.NumberRange, limits: Limits) {
    self.byteCount = byteCount
    self.numbers = numbers
    self.limits = limits
    patience = byteCount
  }

  /// A document's values, the names of its members, and where strings are among the values.
  static func parse(
    _ bytes: Span<UInt8>, numbers: JSONTree.NumberRange, limits: Limits
  ) throws(Diagnostic) -> (nodes: [JSONTree.Node], keys: [JSONTree.Key], strings: [JSONTree.Text]) {
    var parser = JSONParser(byteCount: bytes.count, numbers: numbers, limits: limits)
    let nodes = try [JSONTree.Node](capacity: mostValues(in: bytes, limits)) { nodes throws(Diagnostic) in
      try parser.parse(bytes, into: &nodes)
    }
    return (nodes, parser.keys.all, parser.strings)
  }

  /// As many values as there may be at most: each takes two bytes with what separates or closes it, but for the last
  /// one and containers still open. Memory that is never touched costs nothing, and counting would.
  private static func mostValues(in bytes: Span<UInt8>, _ limits: Limits) -> Int {
    bytes.count / 2 + min(bytes.count, max(0, limits.nesting)) + 1
  }

  private mutating func parse(
    _ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>
  ) throws(Diagnostic) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace(bytes)
    if position == byteCount { throw error("the file is empty") }
    repeat { try value(bytes, into: &nodes) } while try goToNextValue(bytes, &nodes)
    skipSpace(bytes)
    guard position == bytes.count else { throw error("text after the end of the document") }
  }

  /// Goes to the next child of a container that is still open, and ends those that have no more. False at the very end.
  @inline(__always)
  private mutating func goToNextValue(
    _ bytes: Span<UInt8>, _ nodes: inout OutputSpan<JSONTree.Node>
  ) throws(Diagnostic) -> Bool {
    while depth > 0 {
      skipSpace(bytes)
      guard position < bytes.count else {
        throw error("the file ends inside \(isInObject ? "an object" : "an array")")
      }
      if bytes[position] == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close(bytes, &nodes)
        continue
      }
      if nodes.count > container + 1 {
        guard bytes[position] == UInt8(ascii: ",") else { throw error("a comma or the end was expected") }
        position += 1
        skipSpace(bytes)
      }
      if isInObject { try memberKey(bytes) }
      return true
    }
    return false
  }

  @inline(__always)
  private mutating func memberKey(_ bytes: Span<UInt8>) throws(Diagnostic) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a key was expected") }
    let start = position + 1
    if start + 8 <= bytes.count, let name = ByteWord(bytes, at: start).name {
      position = start + name.length + 1
      key = keys.index(ofShort: name.packed, at: start..<start + name.length)
    } else {
      try skipString(bytes)
      key = keys.index(of: start..<position - 1, in: bytes)
    }
    skipSpace(bytes)
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw error("a colon was expected") }
    position += 1
    skipSpace(bytes)
  }

  @inline(__always)
  private mutating func value(
    _ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>
  ) throws(Diagnostic) {
    guard position < bytes.count else { throw error("a value was expected") }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"):
      if isInObject || !repeated(bytes, into: &nodes) { try open(.object, into: &nodes) }
    case UInt8(ascii: "["):
      try open(.array, into: &nodes)
      skipSpace(bytes)
      if position < bytes.count, bytes[position] == UInt8(ascii: "[") {
        plainPairs(bytes, into: &nodes)
      } else {
        plainNumbers(bytes, into: &nodes)
      }
    case UInt8(ascii: "\""):
      try skipString(bytes)
      if depth > 0 { strings.append(JSONTree.Text(index: UInt32(nodes.count), owner: UInt32(container))) }
      append(.string, from: start, UInt64(position - start), to: &nodes)
    case UInt8(ascii: "t"): try literal(bytes, "true", .bool, 1, into: &nodes)
    case UInt8(ascii: "f"): try literal(bytes, "false", .bool, 0, into: &nodes)
    case UInt8(ascii: "n"): try literal(bytes, "null", .null, 0, into: &nodes)
    default:
      let number = try number(bytes)
      append(.number, from: start, number.bitPattern, to: &nodes)
    }
  }

  @inline(__always)
  private mutating func open(
    _ kind: JSONValue.Kind, into nodes: inout OutputSpan<JSONTree.Node>
  ) throws(Diagnostic) {
    guard depth < limits.nesting else {
      throw Diagnostic(
        .limitExceeded, "the document is nested deeper than \(limits.nesting) levels",
        at: DocumentPath(byteOffset: position))
    }
    let outer = container
    container = nodes.count
    isInObject = kind == .object
    depth += 1
    position += 1
    append(kind, from: position - 1, UInt64(bitPattern: Int64(outer)), to: &nodes)
  }

  /// Ends the innermost container.
  @inline(__always)
  private mutating func close(_ bytes: Span<UInt8>, _ nodes: inout OutputSpan<JSONTree.Node>) {
    position += 1
    let outer = nodes[container].outer
    let start = Int(nodes[container].offset)
    nodes[container].close(size: nodes.count - container, length: position - start)
    let wasInObject = outer >= 0 && nodes[outer].kind == .object
    if isInObject && !wasInObject {
      repeats.note(.init(index: UInt32(container), depth: UInt32(depth)), bytes, at: start)
    }
    container = outer
    depth -= 1
    isInObject = wasInObject
  }

  // MARK: - Repeats

  /// Takes an object from where the same bytes have been read before. False if there is no such place.
  @inline(__always)
  private mutating func repeated(_ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>) -> Bool {
    let (large, small) = repeats.candidates(bytes, at: position)
    return copy(large, bytes, into: &nodes) || small.index != large.index && copy(small, bytes, into: &nodes)
  }

  /// False if the bytes at the position are others than the candidate's.
  private mutating func copy(
    _ candidate: JSONRepeats.Candidate, _ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>
  ) -> Bool {
    // Where more containers are open, something inside may be nested too deeply. Index 0 is none.
    guard candidate.index > 0, candidate.depth > depth, patience > 0 else { return false }
    let (first, index) = (Int(candidate.index), nodes.count)
    let (start, length, size) = (Int(nodes[first].offset), nodes[first].length, nodes[first].size)
    let equal = ByteBlock.equalCount(bytes, start, position, atMost: length)
    guard equal == length else {
      patience -= equal
      return false
    }
    for place in strings.places(inside: first, end: first + size) {
      strings.append(strings[place].moved(by: index - first))
    }
    for node in first..<first + size { nodes.append(nodes[node].moved(by: position - start)) }
    position += length
    return true
  }

  private mutating func literal(
    _ bytes: Span<UInt8>, _ text: String, _ kind: JSONValue.Kind, _ payload: UInt64,
    into nodes: inout OutputSpan<JSONTree.Node>
  ) throws(Diagnostic) {
    let start = position
    var end = start
    for byte in text.utf8 {
      guard end < bytes.count, bytes[end] == byte else { throw error("a value was expected") }
      end += 1
    }
    position = end
    append(kind, from: start, payload, to: &nodes)
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONValue.Kind, from start: Int, _ payload: UInt64, to nodes: inout OutputSpan<JSONTree.Node>
  ) {
    nodes.append(JSONTree.Node(kind, at: start, key: key, payload: payload))
    key = 0
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    guard position < bytes.count, bytes[position] <= 0x20 else { return }
    position = spaceEnd(bytes, from: position)
  }

  private func spaceEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      position += 1
      // Indented lines.
      while position + ByteBlock.size <= bytes.count, ByteBlock(bytes, at: position).isSpace {
        position += ByteBlock.size
      }
      while position + 8 <= bytes.count {
        let word = ByteWord(bytes, at: position)
        if !word.isSpace {
          position += word.leadingSpaces
          break
        }
        position += 8
      }
    }
    return position
  }

  @inline(__always)
  private mutating func skipString(_ bytes: Span<UInt8>) throws(Diagnostic) {
    let start = position
    position += 1
    while true {
      skipPlainText(bytes)
      guard position < bytes.count else { break }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try skipEscape(bytes)
      default: throw error("a control character inside a string")
      }
    }
    position = start
    throw error("a string has no end")
  }

  /// Goes to the next quote, backslash or control character.
  @inline(__always)
  private mutating func skipPlainText(_ bytes: Span<UInt8>) {
    var position = position
    // Long strings are images: many bytes at a time.
    let few = min(bytes.count, position + 16)
    while position < few, Self.isPlain(bytes[position]) { position += 1 }
    self.position = position == few ? plainTextEnd(bytes, from: position) : position
  }

  private func plainTextEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count, ByteWord(bytes, at: position).isPlainText { position += 8 }
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    return position
  }

  /// Whether a byte inside a string stands for itself.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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

  /// Whether a byte may be inside a number, true, false or null.
  static func isPartOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: - Numbers

  /// Arrays of two plain numbers at the start of an array, without spaces in them: the points of paths. Taken one value
  /// after the other they took nearly twice as many instructions.
  private mutating func plainPairs(_ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>) {
    guard depth < limits.nesting else { return }
    var start = position
    while start < bytes.count, bytes[start] == UInt8(ascii: "["),
      let (x, xEnd) = Self.plainNumber(bytes, at: start + 1), xEnd < bytes.count, bytes[xEnd] == UInt8(ascii: ","),
      let (y, yEnd) = Self.plainNumber(bytes, at: xEnd + 1), yEnd < bytes.count, bytes[yEnd] == UInt8(ascii: "]")
    {
      position = yEnd + 1
      var array = JSONTree.Node(.array, at: start, key: 0, payload: 0)
      array.close(size: 3, length: position - start)
      nodes.append(array)
      nodes.append(JSONTree.Node(.number, at: start + 1, key: 0, payload: x.bitPattern))
      nodes.append(JSONTree.Node(.number, at: xEnd + 1, key: 0, payload: y.bitPattern))
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return }
      start = position + 1
      if start < bytes.count, bytes[start] <= 0x20 { start = spaceEnd(bytes, from: start) }
    }
  }

  /// Numbers at the start of an array, as long as they are plain: most of what a large file holds.
  @inline(__always)
  private mutating func plainNumbers(_ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>) {
    var start = position
    while let (number, end) = Self.plainNumber(bytes, at: start) {
      nodes.append(JSONTree.Node(.number, at: start, key: 0, payload: number.bitPattern))
      position = end
      skipSpace(bytes)
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return }
      start = position + 1
      if start < bytes.count, bytes[start] <= 0x20 { start = spaceEnd(bytes, from: start) }
    }
  }

  /// A number without exponent, of so few digits that it can be computed right here, and where it ends; nil for all else.
  @inline(__always)
  private static func plainNumber(_ bytes: Span<UInt8>, at start: Int) -> (value: Double, end: Int)? {
    guard start + 9 <= bytes.count else { return nil }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let digits = isNegative ? start + 1 : start
    guard let decimal = ByteWord(bytes, at: digits).decimal else { return longNumber(bytes, at: start) }
    let value =
      decimal.fractionDigits == 0
      ? Double(decimal.mantissa) : Double(decimal.mantissa) / powersOfTen[decimal.fractionDigits]
    return (isNegative ? -value : value, digits + decimal.length)
  }

  /// The same for one of up to 19 digits.
  private static func longNumber(_ bytes: Span<UInt8>, at start: Int) -> (value: Double, end: Int)? {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let integerStart = isNegative ? start + 1 : start
    var (position, mantissa) = digits(bytes, from: integerStart, after: 0)
    let integerDigits = position - integerStart
    guard integerDigits > 0, integerDigits == 1 || bytes[integerStart] != UInt8(ascii: "0") else { return nil }
    var fractionDigits = 0
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      let fractionStart = position + 1
      (position, mantissa) = digits(bytes, from: fractionStart, after: mantissa)
      fractionDigits = position - fractionStart
      guard fractionDigits > 0 else { return nil }
    }
    // More digits may have wrapped the mantissa.
    guard integerDigits + fractionDigits <= 19 else { return nil }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") { return nil }
    let value = quotient(mantissa, fractionDigits)
    return (isNegative ? -value : value, position)
  }

  /// A mantissa divided by a power of ten up to 10¹⁹, as near as a number can be.
  private static func quotient(_ mantissa: UInt64, _ fractionDigits: Int) -> Double {
    if fractionDigits == 0 { return Double(mantissa) }
    if mantissa < 1 << 53 { return Double(mantissa) / powersOfTen[fractionDigits] }
    // In whole numbers, because the mantissa alone would be rounded already. Both start with a one, so that the quotient
    // has at least 63 bits; the last one stands for all that are left, and then it is rounded once.
    let divisor = UInt64(powersOfTen[fractionDigits])
    let (shift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let dividend = mantissa << UInt64(shift)
    let (quotient, rest) = (divisor << UInt64(divisorShift)).dividingFullWidth((dividend >> 1, dividend << 63))
    return Double(
      sign: .plus, exponent: divisorShift - shift - 63, significand: Double(quotient | (rest == 0 ? 0 : 1)))
  }

  /// Where digits end, and the number that they make with those before them.
  @inline(__always)
  private static func digits(
    _ bytes: Span<UInt8>, from start: Int, after mantissa: UInt64
  ) -> (end: Int, mantissa: UInt64) {
    var end = start
    var mantissa = mantissa
    while end + 8 <= bytes.count, let eight = ByteWord(bytes, at: end).eightDigits {
      mantissa = mantissa &* 100_000_000 &+ eight
      end &+= 8
    }
    while end < bytes.count {
      let digit = bytes[end] &- UInt8(ascii: "0")
      if digit > 9 { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      end &+= 1
    }
    return (end, mantissa)
  }

  @inline(__always)
  private mutating func number(_ bytes: Span<UInt8>) throws(Diagnostic) -> Double {
    if let (value, end) = Self.plainNumber(bytes, at: position) {
      position = end
      return value
    }
    return try anyNumber(bytes)
  }

  /// Checks a number's grammar and leaves its value to the standard library.
  private mutating func anyNumber(_ bytes: Span<UInt8>) throws(Diagnostic) -> Double {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let integerStart = position
    let integerDigits = skipDigits(bytes)
    guard integerDigits > 0 else {
      position = start
      throw error("a value was expected")
    }
    if integerDigits > 1, bytes[integerStart] == UInt8(ascii: "0") { throw error("a number starts with 0") }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits(bytes) > 0 else { throw error("digits were expected after the decimal point") }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
        position += 1
      }
      guard skipDigits(bytes) > 0 else { throw error("digits were expected in the exponent") }
    }
    let value = Double(String(decoding: (start..<position).map { bytes[$0] }, as: UTF8.self)) ?? 0
    // Infinity would poison everything computed from it. Numbers without exponent that are read elsewhere are in range.
    return numbers.clamped(value)
  }

  /// Number of digits that were skipped.
  private mutating func skipDigits(_ bytes: Span<UInt8>) -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position - start
  }

  private func error(_ message: String) -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "not valid JSON: \(message)", at: DocumentPath(byteOffset: min(position, byteCount)),
      advice: "check that the file is complete")
  }
}

extension Rule {
  /// The bytes are not JSON.
  public static let jsonSyntax = Rule(
    "json.syntax", .error, .rejected,
    "The file is not valid JSON.",
    why: "No player can read the file.",
    remedy: "Export the animation again; an edit by hand often leaves a comma too many.")
}
