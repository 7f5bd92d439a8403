/// The tokens of an expression's text.
struct NativeTokens {
  enum Kind: Equatable {
    case name(String)
    case number(Double)
    case text(String)
    case symbol(String)
    case end
  }

  struct Token {
    var kind: Kind
    /// Whether a line ends before it.
    var startsLine: Bool
  }

  /// By their first character, the longest first.
  private static let symbols = [
    ">>>=", "===", "!==", ">>>", "<<=", ">>=", "**=", "...", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||",
    "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "(", ")", "[",
    "]",
    ".", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=",
  ].reduce(into: [[String]](repeating: [], count: 128)) { $0[Int($1.utf8.first ?? 0)].append($1) }

  private let bytes: [UInt8]
  private var position = 0
  private var startsLine = false
  private(set) var tokens: [Token] = []

  /// Nil if there is a character that is left to the engine: escapes, templates, letters that are not ASCII outside of texts.
  init?(_ source: String) {
    bytes = Array(source.utf8)
    guard !bytes.contains(UInt8(ascii: "\\")), !source.utf8.holds("<!--"), !source.utf8.holds("-->"),
      // U+FFFD replaces lone surrogates, which the engine distinguishes.
      !source.utf8.holds("\u{FFFD}")
    else { return nil }
    while true {
      guard skipSpace() else { return nil }
      guard position < bytes.count else { break }
      guard let kind = next() else { return nil }
      tokens.append(Token(kind: kind, startsLine: startsLine))
      startsLine = false
    }
    tokens.append(Token(kind: .end, startsLine: startsLine))
  }

  /// White space and comments. False if a comment has no end.
  private mutating func skipSpace() -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09: position += 1
      case 0x0A, 0x0D:
        startsLine = true
        position += 1
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          // Two of Unicode's line ends are some of JavaScript's, too.
          guard bytes[position] < 0x80 else { return false }
          position += 1
        }
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"):
        guard skipComment() else { return false }
      default: return true
      }
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    position += 2
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
        position += 2
        return true
      }
      guard bytes[position] < 0x80 else { return false }
      if bytes[position] == 0x0A || bytes[position] == 0x0D { startsLine = true }
      position += 1
    }
    return false
  }

  private func at(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func next() -> Kind? {
    let byte = bytes[position]
    if byte == 0x22 || byte == 0x27 { return text(until: byte) }
    if Self.isPartOfName(byte), !Self.isDigit(byte) { return .name(name()) }
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") && at(1).map(Self.isDigit) == true { return number() }
    let rest = bytes[position...].prefix(4)
    guard byte < 128, let symbol = Self.symbols[Int(byte)].first(where: { rest.starts(with: $0.utf8) }) else {
      return nil
    }
    position += symbol.utf8.count
    return .symbol(symbol)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      true
    default: isDigit(byte)
    }
  }

  private mutating func name() -> String {
    let start = position
    while position < bytes.count, Self.isPartOfName(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A decimal number; nil for other ways to write one, which are left to the engine.
  private mutating func number() -> Kind? {
    let start = position
    func skipDigits() { while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 } }
    skipDigits()
    // A zero at the start means other digits than decimal ones.
    guard bytes[start] != 0x30 || position - start <= 1 else { return nil }
    if at(0) == UInt8(ascii: ".") {
      position += 1
      skipDigits()
    }
    if let letter = at(0), letter | 0x20 == UInt8(ascii: "e") {
      position += 1
      if at(0) == UInt8(ascii: "-") || at(0) == UInt8(ascii: "+") { position += 1 }
      guard at(0).map(Self.isDigit) == true else { return nil }
      skipDigits()
    }
    guard at(0).map(Self.isPartOfName) != true else { return nil }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    let text = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
    return Double(text.replacing(".e", with: ".0e").replacing(".E", with: ".0e")).map(Kind.number)
  }

  private mutating func text(until quote: UInt8) -> Kind? {
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote),
      !bytes[start..<end].contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    position = end + 1
    return .text(String(decoding: bytes[start..<end], as: UTF8.self))
  }
}

extension String.UTF8View {
  /// Whether a text is part of this one.
  func holds(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      var rest = self[...]
      while let start = rest.firstIndex(of: wanted[0]) {
        if rest[start...].starts(with: wanted) { return true }
        rest = rest[rest.index(after: start)...]
      }
      return false
    }
  }
}
