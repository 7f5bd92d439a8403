/// The part of SVG's path data that every player reads.
///
/// `M L C Q Z` and the relative `l h v c q`, the letter stuck to its first number, one space between all else, no repeated
/// coordinates, no exponents, `M` first.
public enum PathDataGrammar {
  /// Whether the text conforms to the grammar.
  public static func accepts(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = PlainPathScanner(bytes)
      return scanner.isPlain()
    }
  }

  /// Whether all players read the text alike, though it may not be plain.
  ///
  /// Relative commands are read alike, and one comma in place of a space. Repeated coordinates without a
  /// letter, or two separators side by side, are not.
  public static func isReadAlike(_ text: String) -> Bool {
    var missing = 0
    var separators = 0
    var isAfterLetter = true
    var bytes = text.utf8[...]
    while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: ","):
        bytes.removeFirst()
        separators += 1
        if byte == UInt8(ascii: ","), isAfterLetter { return false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        guard missing == 0, let count = coordinateCount(of: byte) else { return false }
        bytes.removeFirst()
        (missing, separators, isAfterLetter) = (count, 0, true)
      default:
        let token = bytes.prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || isDigit($0) }
        guard missing > 0, separators == 1 || separators == 0 && isAfterLetter, isNumber(token) else { return false }
        bytes.removeFirst(token.count)
        (missing, separators, isAfterLetter) = (missing - 1, 0, false)
      }
    }
    return missing == 0
  }

  /// Number of coordinates that follow a letter; nil for one that players disagree about.
  private static func coordinateCount(of letter: UInt8) -> Int? {
    switch letter & 0xDF {
    // For absolute ones, the Android player sets the other coordinate to 0.
    case UInt8(ascii: "H"), UInt8(ascii: "V"): letter >= UInt8(ascii: "a") ? 1 : nil
    case UInt8(ascii: "M"), UInt8(ascii: "L"): 2
    case UInt8(ascii: "Q"): 4
    case UInt8(ascii: "C"): 6
    case UInt8(ascii: "Z"): 0
    default: nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether a token is a number: an optional sign, digits, and an optional fraction.
  private static func isNumber(_ token: Substring.UTF8View) -> Bool {
    let digits = token.first == UInt8(ascii: "-") ? token.dropFirst() : token
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }
}

/// Scans plain path data. Every outline of every frame is checked, so this works on bytes.
private struct PlainPathScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether all bytes are plain path data.
  mutating func isPlain() -> Bool {
    guard bytes.first == UInt8(ascii: "M") else { return false }
    var isClosed = false
    repeat {
      guard let letter = next() else { return false }
      // Players start anew after Z in different places.
      if isClosed, letter != UInt8(ascii: "M") { return false }
      isClosed = letter == UInt8(ascii: "Z")
      let count: Int
      switch letter {
      case UInt8(ascii: "M"), UInt8(ascii: "L"), UInt8(ascii: "l"): count = 2
      case UInt8(ascii: "h"), UInt8(ascii: "v"): count = 1
      case UInt8(ascii: "Q"), UInt8(ascii: "q"): count = 4
      case UInt8(ascii: "C"), UInt8(ascii: "c"): count = 6
      case UInt8(ascii: "Z"): count = 0
      default: return false
      }
      for index in 0..<count {
        if index > 0, next() != UInt8(ascii: " ") { return false }
        guard skipNumber() else { return false }
      }
      if position == bytes.count { return true }
    } while next() == UInt8(ascii: " ")
    return false
  }

  private mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Skips a number: an optional sign, digits, and an optional fraction; false if there is none.
  private mutating func skipNumber() -> Bool {
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard skipDigits() else { return false }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return true }
    position += 1
    return skipDigits()
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
    return position > start
  }
}
