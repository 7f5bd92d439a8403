/// Bits that symbols are expected to take, in 1/16, in the layout of `VP8LAlphabet`.
struct VP8LCostModel {
  /// Cost of one bit.
  static let bit = 16

  let table: UnsafeMutablePointer<UInt16>
  let cacheBits: Int

  /// Default costs, before an image is analysed.
  static func typical(
    isPlane: Bool, cacheBits: Int, memory: UnsafeMutablePointer<UInt16>
  ) -> VP8LCostModel {
    let (green, others) = isPlane ? (6 * bit, 0) : (9 * bit / 2, 9 * bit / 2)
    let (key, length) = (5 * bit, 4 * bit)
    (memory + VP8LAlphabet.main).update(repeating: UInt16(green), count: 256)
    for start in [VP8LAlphabet.red, VP8LAlphabet.blue, VP8LAlphabet.alpha] {
      (memory + start).update(repeating: UInt16(others), count: 256)
    }
    for symbol in 0..<40 { memory[VP8LAlphabet.distance + symbol] = UInt16((symbol < 8 ? 2 : 4) * bit) }
    (memory + VP8LAlphabet.main + VP8LAlphabet.firstLength).update(repeating: UInt16(length), count: 24)
    if cacheBits > 0 {
      (memory + VP8LAlphabet.main + VP8LAlphabet.firstCacheKey).update(repeating: UInt16(key), count: 1 << cacheBits)
    }
    return VP8LCostModel(table: memory, cacheBits: cacheBits)
  }

  /// Costs from how often symbols occur.
  static func measured(
    _ counts: VP8LHistogram, _ logarithms: VP8LLogarithmTable, memory: UnsafeMutablePointer<UInt16>
  ) -> VP8LCostModel {
    for (start, count) in VP8LAlphabet.all(cacheBits: counts.cacheBits) {
      let (table, target) = (UnsafePointer(counts.table + start), memory + start)
      var sum: UInt32 = 0
      VP8LSparse.forEach(table, count) { sum &+= table[$0] }
      let total = logarithms(sum)
      let scale = VP8LLogarithmTable.one / bit
      // Cost of a symbol that does not occur yet: log₂(sum + 1) + ½ bits, its part of the code's header included.
      let unseen = UInt16(truncatingIfNeeded: (logarithms(sum + 1) + VP8LLogarithmTable.one / 2) / scale)
      target.update(repeating: unseen, count: count)
      VP8LSparse.forEach(table, count) {
        target[$0] = UInt16(truncatingIfNeeded: (total &- logarithms(table[$0]) &+ scale / 2) / scale)
      }
    }
    return VP8LCostModel(table: memory, cacheBits: counts.cacheBits)
  }

  @inline(__always)
  func literal(_ word: UInt32) -> Int {
    let green = Int(table[VP8LAlphabet.main &+ Int(word &>> 8 & 255)])
    let red = Int(table[VP8LAlphabet.red &+ Int(word &>> 16 & 255)])
    let blue = Int(table[VP8LAlphabet.blue &+ Int(word & 255)])
    return green &+ red &+ blue &+ Int(table[VP8LAlphabet.alpha &+ Int(word &>> 24)])
  }

  @inline(__always)
  func cached(_ key: Int) -> Int { Int(table[VP8LAlphabet.main &+ VP8LAlphabet.firstCacheKey &+ key]) }

  @inline(__always)
  func length(_ length: Int) -> Int {
    let value = VP8LPrefixValue(length)
    return Int(table[VP8LAlphabet.main &+ VP8LAlphabet.firstLength &+ value.symbol]) &+ value.extraBitCount &* Self.bit
  }

  /// - Parameter code: Distance code.
  @inline(__always)
  func distance(_ code: Int) -> Int {
    let value = VP8LPrefixValue(code)
    return Int(table[VP8LAlphabet.distance &+ value.symbol]) &+ value.extraBitCount &* Self.bit
  }

  @inline(__always)
  func symbol(_ symbol: VP8LSymbol) -> Int {
    let main = Int(table[VP8LAlphabet.main &+ Int(symbol.main)])
    if symbol.distance != VP8LSymbol.noDistance {
      return main &+ Int(table[VP8LAlphabet.distance &+ Int(symbol.distance)])
    }
    guard symbol.isLiteral else { return main }
    let red = Int(table[VP8LAlphabet.red &+ Int(symbol.red)])
    let blue = Int(table[VP8LAlphabet.blue &+ Int(symbol.blue)])
    return main &+ red &+ blue &+ Int(table[VP8LAlphabet.alpha &+ Int(symbol.alpha)])
  }
}
