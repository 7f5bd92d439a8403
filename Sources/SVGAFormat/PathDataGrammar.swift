/// The part of SVG's path data that every player reads.
///
/// Absolute `M L C Z`, the letter stuck to its first number, one space between all else, no repeated coordinates, no
/// exponents, `M` first.
public enum PathDataGrammar {
  /// Whether the text keeps to it.
  public static func accepts(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "M") else { return false }
    var missing = 0
    var isClosed = false
    for token in text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      guard missing == 0 else {
        guard isNumber(token) else { return false }
        missing -= 1
        continue
      }
      let letter = token.first
      // Players start anew after Z in different places.
      if isClosed, letter != UInt8(ascii: "M") { return false }
      isClosed = letter == UInt8(ascii: "Z")
      if isClosed {
        guard token.count == 1 else { return false }
        continue
      }
      switch letter {
      case UInt8(ascii: "M"), UInt8(ascii: "L"): missing = 1
      case UInt8(ascii: "C"): missing = 5
      default: return false
      }
      guard isNumber(token.dropFirst()) else { return false }
    }
    return missing == 0
  }

  /// Digits, with a sign before and a fraction after if need be.
  private static func isNumber(_ token: Substring.UTF8View) -> Bool {
    let digits = token.first == UInt8(ascii: "-") ? token.dropFirst() : token
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
  }
}
