/// The text of an expression that only looks things up and computes with them: names, members, calls and numbers in
/// assignments, as Bodymovin writes them. Everything else of JavaScript is left to the script engine.
indirect enum FormulaSyntax {
  case number(Double)
  case text(String)
  case name(String)
  case list([FormulaSyntax])
  case member(FormulaSyntax, String)
  case element(FormulaSyntax, Int)
  case call(FormulaSyntax, [FormulaSyntax])

  /// Number of calls of a function by its name.
  func callCount(of name: String) -> Int {
    func sum(_ parts: [FormulaSyntax]) -> Int { parts.reduce(0) { $0 + $1.callCount(of: name) } }
    switch self {
    case .number, .text, .name: return 0
    case .list(let elements): return sum(elements)
    case .member(let owner, _), .element(let owner, _): return owner.callCount(of: name)
    case .call(let function, let arguments):
      let isCall = if case .name(name) = function { 1 } else { function.callCount(of: name) }
      return isCall + sum(arguments)
    }
  }

  /// The statements of an expression.
  struct Program {
    /// Names of variables, which no others are then.
    var variables: Set<String> = []
    /// What becomes of the variables, one after the other.
    var assignments: [(name: String, value: FormulaSyntax)] = []

    /// Nil if there is anything that is no formula.
    init?(_ source: String) {
      var parser = FormulaParser(source)
      guard parser.read(&self) else { return nil }
    }
  }
}

/// Reads the text of formulas.
private struct FormulaParser {
  /// Depth of calls and members up to which formulas are read.
  private static let greatestDepth = 32

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  /// False if there is anything that is no formula.
  mutating func read(_ program: inout FormulaSyntax.Program) -> Bool {
    skipSpace()
    while position < bytes.count {
      if take(";") { continue }
      guard var name = identifier() else { return false }
      if name == "var" {
        guard let names = names() else { return false }
        program.variables.formUnion(names)
        if take(";") { continue }
        // Of several names none is given a value.
        guard names.count == 1 else { return false }
        name = names[0]
      }
      guard program.variables.contains(name), take("="), let value = expression(),
        take(";") || position == bytes.count
      else { return false }
      program.assignments.append((name, value))
    }
    return true
  }

  /// Names with commas between.
  private mutating func names() -> [String]? {
    var names: [String] = []
    repeat {
      guard let name = identifier() else { return nil }
      names.append(name)
    } while take(",")
    return names
  }

  private mutating func expression() -> FormulaSyntax? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.greatestDepth, var result = primary() else { return nil }
    var links = 0
    while links < Self.greatestDepth {
      links += 1
      if take(".") {
        guard let name = identifier() else { return nil }
        result = .member(result, name)
      } else if take("(") {
        guard let arguments = list(until: ")") else { return nil }
        result = .call(result, arguments)
      } else if take("[") {
        guard let number = number(), let index = Int(exactly: number), index >= 0, take("]") else { return nil }
        result = .element(result, index)
      } else {
        return result
      }
    }
    return nil
  }

  private mutating func primary() -> FormulaSyntax? {
    if take("[") { return list(until: "]").map(FormulaSyntax.list) }
    if let quote = bytes.indices.contains(position) ? bytes[position] : nil, quote == 0x22 || quote == 0x27 {
      return text(until: quote).map(FormulaSyntax.text)
    }
    if let name = identifier() { return .name(name) }
    return number().map(FormulaSyntax.number)
  }

  private mutating func list(until end: Unicode.Scalar) -> [FormulaSyntax]? {
    var elements: [FormulaSyntax] = []
    if take(end) { return elements }
    repeat {
      guard let element = expression() else { return nil }
      elements.append(element)
    } while take(",")
    return take(end) ? elements : nil
  }

  // MARK: - Tokens

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func identifier() -> String? {
    let start = position
    while position < bytes.count, Self.isPartOfName(bytes[position], isFirst: position == start) { position += 1 }
    guard position > start else { return nil }
    defer { skipSpace() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isPartOfName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    default: false
    }
  }

  /// A decimal number, also a negative one.
  private mutating func number() -> Double? {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) || bytes[position] == UInt8(ascii: ".") {
      position += 1
    }
    let digits = bytes[first..<position]
    let isPlain = digits.first.map { $0 != UInt8(ascii: ".") } ?? false
    // A zero at the start means other digits than decimal ones.
    guard isPlain, digits.count == 1 || digits.first != 0x30 || digits.dropFirst().first == UInt8(ascii: "."),
      digits.last != UInt8(ascii: "."), position == bytes.count || !Self.isPartOfName(bytes[position], isFirst: true),
      let number = Double(String(decoding: bytes[start..<position], as: UTF8.self))
    else { return nil }
    skipSpace()
    return number
  }

  /// A text without escapes.
  private mutating func text(until quote: UInt8) -> String? {
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != quote {
      guard bytes[end] != UInt8(ascii: "\\"), bytes[end] != 0x0A, bytes[end] != 0x0D else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    position = end + 1
    skipSpace()
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
