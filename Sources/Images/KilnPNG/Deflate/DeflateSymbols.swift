/// Symbols of match lengths and distances, and costs of symbols in bits (RFC 1951, 3.2.5).
package enum DeflateSymbols {
  /// Number of symbols of literals, the end of a block, and lengths.
  static let literalCount = 286
  /// Number of symbols of distances.
  static let distanceCount = 30
  /// The symbol that ends a block.
  static let end = 256
  /// Maximum length of a match.
  static let longest = 258
  /// Maximum distance of a match.
  static let window = 1 << 15

  /// Symbol of a length of 3…258, and the number of extra bits behind it.
  package static func length(_ length: Int) -> (symbol: Int, extraBits: Int) {
    if length == longest { return (285, 0) }
    let value = length - 3
    if value < 8 { return (257 + value, 0) }
    let extraBits = Int.bitWidth - 3 - value.leadingZeroBitCount
    return (257 + 4 * extraBits + value >> extraBits, extraBits)
  }

  /// Symbol of a distance of 1…32768.
  package static func distance(_ distance: Int) -> Int {
    let value = distance &- 1
    if value < 4 { return value }
    let high = Int.bitWidth &- 1 &- value.leadingZeroBitCount
    return 2 &* high &+ (value &>> (high &- 1)) & 1
  }

  /// Number of extra bits behind a distance's symbol.
  package static func extraBits(ofDistance symbol: Int) -> Int { symbol < 4 ? 0 : (symbol &- 2) &>> 1 }

  /// Cost of each symbol, −log₂ of its frequency, in 1/256 bit; a third is added to each count, so that unused symbols
  /// have a finite cost. Integer arithmetic gives the same result on every machine.
  static func price(
    _ counts: UnsafePointer<UInt32>, _ count: Int, into costs: UnsafeMutablePointer<Int32>
  ) {
    var total: UInt64 = 0
    for symbol in 0..<count { total &+= 3 &* UInt64(counts[symbol]) &+ 1 }
    let all = logarithm(total)
    for symbol in 0..<count { costs[symbol] = all &- logarithm(3 &* UInt64(counts[symbol]) &+ 1) }
  }

  /// Approximate binary logarithm in units of 1/256.
  private static func logarithm(_ value: UInt64) -> Int32 {
    let whole = 63 &- value.leadingZeroBitCount
    // The mantissa after the leading bit, in 1/256.
    let part = whole >= 8 ? Int32(truncatingIfNeeded: value &>> UInt64(whole &- 8)) : Int32(value) &<< Int32(8 &- whole)
    let rest = part &- 256
    return Int32(whole) &<< 8 &+ rest &+ (rest &* (256 &- rest) &* 88) &>> 16
  }
}
