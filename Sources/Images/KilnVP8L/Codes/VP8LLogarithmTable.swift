/// Binary logarithms of integers in 1/4096, computed with integers, so that estimates are the same on every machine.
struct VP8LLogarithmTable {
  /// Representation of 1.0.
  static let one = 1 << 12

  private let table: UnsafeMutablePointer<UInt16>
  private static let count = 4096

  /// Makes the table; `deallocate()` frees it.
  init() {
    table = .allocate(capacity: Self.count)
    for value in 0..<Self.count { table[value] = UInt16(Self.logarithm(UInt32(max(1, value)))) }
  }

  func deallocate() { table.deallocate() }

  /// The logarithm; 0 for 0. Above 4095, the lowest bits are ignored.
  @inline(__always)
  func callAsFunction(_ value: UInt32) -> Int {
    if value < Self.count { return Int(table[Int(value)]) }
    let shift = 20 &- value.leadingZeroBitCount
    return Int(table[Int(value &>> UInt32(truncatingIfNeeded: shift))]) &+ shift &* Self.one
  }

  /// Squares the mantissa once for each bit of the fraction.
  private static func logarithm(_ value: UInt32) -> UInt32 {
    let exponent = 31 - UInt32(value.leadingZeroBitCount)
    var mantissa = UInt64(value) << (31 - exponent)
    var result = exponent
    for _ in 0..<12 {
      mantissa = mantissa * mantissa >> 31
      let bit = mantissa >> 32
      mantissa >>= bit
      result = result << 1 | UInt32(bit)
    }
    return result
  }
}
