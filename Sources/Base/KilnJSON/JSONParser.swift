package import KilnDiagnostics

/// Single-pass parser. Open containers are linked to their parents, so that nesting needs no call stack.
///
/// The bytes are passed as a span from function to function, which is faster than an array as a property.
struct JSONParser {
  private let maximumDepth: Int
  private let numbers: JSONTree.NumberRange
  private let byteCount: Int
  private var position = 0
  private var strings: [JSONTree.Text] = []
  private var keys = JSONKeyTable()
  private var repeats = JSONRepetitionFinder()
  /// Number of bytes that may still be compared without success, which bounds the cost of hostile files.
  private var comparisonBudget: Int
  /// Index of the innermost open container; negative for none.
  private var container = -1
  private var isInObject = false
  /// Nesting depth: number of open containers.
  private var depth = 0
  /// Index of the key of the value to be parsed.
  private var key = 0
  /// Powers of ten that are exact as `Double`.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private init(byteCount: Int, numbers: JSONTree.NumberRange, limits: Limits) {
    self.byteCount = byteCount
    self.numbers = numbers
    maximumDepth = limits.nesting
    comparisonBudget = byteCount
  }

  /// Parses a document: its values, the names of members, and the positions of strings.
  static func parse(
    _ bytes: Span<UInt8>, numbers: JSONTree.NumberRange, limits: Limits
  ) throws(Diagnostic) -> (nodes: [JSONTree.Node], keys: [JSONTree.Key], strings: [JSONTree.Text]) {
    var parser = JSONParser(byteCount: bytes.count, numbers: numbers, limits: limits)
    let nodes = try [JSONTree.Node](capacity: maximumValueCount(in: bytes, limits)) { nodes throws(Diagnostic) in
      try parser.parse(bytes, into: &nodes)
    }
    return (nodes, parser.keys.all, parser.strings)
  }

  /// Upper bound of the number of values: each takes two bytes including its separator or closing bracket, except the last
  /// one and open containers. Reserving untouched memory is free, while counting is not.
  private static func maximumValueCount(in bytes: Span<UInt8>, _ limits: Limits) -> Int {
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

  /// Advances to the next child of an open container, and closes finished containers. False at the end of the root.
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
    guard depth < maximumDepth else {
      throw Diagnostic(
        .limitExceeded, "the document is nested deeper than \(maximumDepth) levels",
        at: DocumentPath(byteOffset: position),
        advice: Limit.nesting.advice("put what is in so many groups into fewer of them"))
    }
    let outer = container
    container = nodes.count
    isInObject = kind == .object
    depth += 1
    position += 1
    append(kind, from: position - 1, UInt64(bitPattern: Int64(outer)), to: &nodes)
  }

  /// Closes the innermost container.
  @inline(__always)
  private mutating func close(_ bytes: Span<UInt8>, _ nodes: inout OutputSpan<JSONTree.Node>) {
    position += 1
    let outer = nodes[container].outer
    let start = Int(nodes[container].offset)
    nodes[container].close(size: nodes.count - container, length: position - start)
    let wasInObject = outer >= 0 && nodes[outer].kind == .object
    if isInObject && !wasInObject {
      repeats.record(.init(index: UInt32(container), depth: UInt32(depth)), bytes, at: start)
    }
    container = outer
    depth -= 1
    isInObject = wasInObject
  }

  // MARK: - Repeats

  /// Copies the nodes of an object whose bytes were parsed before; false if there is none.
  @inline(__always)
  private mutating func repeated(_ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>) -> Bool {
    let (large, small) = repeats.candidates(bytes, at: position)
    return copy(large, bytes, into: &nodes) || small.index != large.index && copy(small, bytes, into: &nodes)
  }

  /// Copies the nodes of a candidate; false if the bytes at the position differ.
  private mutating func copy(
    _ candidate: JSONRepetitionFinder.Candidate, _ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>
  ) -> Bool {
    // At a greater depth, values inside might exceed the nesting limit. Index 0 means none.
    guard candidate.index > 0, candidate.depth > depth, comparisonBudget > 0 else { return false }
    let (first, index) = (Int(candidate.index), nodes.count)
    let (start, length, size) = (Int(nodes[first].offset), nodes[first].length, nodes[first].size)
    let equal = ByteBlock.equalCount(bytes, start, position, atMost: length)
    guard equal == length else {
      comparisonBudget -= equal
      return false
    }
    for text in strings.range(inside: first, end: first + size) {
      strings.append(strings[text].moved(by: index - first))
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
      // Indentation.
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
      default:
        throw error(
          "\(JSONSyntaxError.controlCharacter(bytes[position])) inside a string",
          advice: "write it escaped, or remove it")
      }
    }
    position = start
    throw error("a string has no end")
  }

  /// Advances to the next quote, backslash or control character.
  @inline(__always)
  private mutating func skipPlainText(_ bytes: Span<UInt8>) {
    var position = position
    // Long strings, mostly embedded images, are skipped eight bytes at a time.
    let shortEnd = min(bytes.count, position + 16)
    while position < shortEnd, Self.isPlain(bytes[position]) { position += 1 }
    self.position = position == shortEnd ? plainTextEnd(bytes, from: position) : position
  }

  private func plainTextEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count, ByteWord(bytes, at: position).isPlainText { position += 8 }
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    return position
  }

  /// Whether a byte inside a string is neither a quote, a backslash nor a control character.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(Diagnostic) {
    // At the end of the file, the caller reports that the string has no end.
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

  /// Whether a byte may be part of a number, true, false or null.
  static func isPartOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: - Numbers

  /// Parses leading elements of an array that are arrays of two plain numbers without spaces, as points of paths are.
  /// Parsing them value by value took nearly twice as many instructions.
  private mutating func plainPairs(_ bytes: Span<UInt8>, into nodes: inout OutputSpan<JSONTree.Node>) {
    guard depth < maximumDepth else { return }
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

  /// Parses leading elements of an array that are plain numbers, which are most values of large files.
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

  /// A number without exponent of up to 19 digits, and its end; nil for anything else.
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

  /// The same for a number that does not fit into a word.
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
    // More digits may have overflowed the mantissa.
    guard integerDigits + fractionDigits <= 19 else { return nil }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") { return nil }
    let value = quotient(mantissa, fractionDigits)
    return (isNegative ? -value : value, position)
  }

  /// A mantissa divided by a power of ten up to 10¹⁹, correctly rounded.
  private static func quotient(_ mantissa: UInt64, _ fractionDigits: Int) -> Double {
    if fractionDigits == 0 { return Double(mantissa) }
    if mantissa < 1 << 53 { return Double(mantissa) / powersOfTen[fractionDigits] }
    // By integer division, because converting the mantissa would already round. Both operands are normalized, so that the
    // quotient has at least 63 bits; the lowest is a sticky bit for the remainder, and the result is rounded once.
    let divisor = UInt64(powersOfTen[fractionDigits])
    let (shift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let dividend = mantissa << UInt64(shift)
    let (quotient, rest) = (divisor << UInt64(divisorShift)).dividingFullWidth((dividend >> 1, dividend << 63))
    return Double(
      sign: .plus, exponent: divisorShift - shift - 63, significand: Double(quotient | (rest == 0 ? 0 : 1)))
  }

  /// End of a sequence of digits, and their value appended to a mantissa.
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

  /// Validates a number's grammar and converts it by the standard library.
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
    // Avoids infinity. Numbers without exponent, which are converted elsewhere, are always in range.
    return numbers.clamped(value)
  }

  /// Skips digits and returns their number.
  private mutating func skipDigits(_ bytes: Span<UInt8>) -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position - start
  }

  private func error(_ message: String, advice: String = "check that the file is complete") -> Diagnostic {
    Diagnostic(
      .jsonSyntax, "not valid JSON: \(message)", at: DocumentPath(byteOffset: min(position, byteCount)), advice: advice)
  }
}

extension Rule {
  /// The bytes are not JSON.
  package static let jsonSyntax = Rule(
    "json.syntax", .error, .rejected,
    "The file is not valid JSON.",
    why: "No player can read the file.",
    remedy: "Export the animation again; an edit by hand often leaves a comma too many.")
}
