/// A length or distance code as a symbol and bits that follow it (WebP lossless specification, 5.2.2).
package struct VP8LPrefixValue {
  package let symbol: Int
  package let extraBitCount: Int
  /// Lowest `extraBitCount` bits of the value, less 1.
  package let extraBits: UInt32

  /// - Parameter value: At least 1.
  @inline(__always)
  package init(_ value: Int) {
    let rest = UInt32(truncatingIfNeeded: value &- 1)
    guard rest >= 4 else {
      (symbol, extraBitCount, extraBits) = (Int(rest), 0, 0)
      return
    }
    let highest = 31 &- rest.leadingZeroBitCount
    extraBitCount = highest &- 1
    symbol = 2 &* highest &+ Int((rest &>> UInt32(truncatingIfNeeded: extraBitCount)) & 1)
    extraBits = rest & ((1 &<< UInt32(truncatingIfNeeded: extraBitCount)) &- 1)
  }
}

/// Codes of distances between pixels. The 120 nearest in two dimensions have codes of their own.
struct VP8LDistanceCodes {
  /// Number of codes for neighbours; the code of any other distance is the distance plus this.
  static let neighborCount = 120
  /// Greatest distance whose code has a prefix symbol.
  static let maximumDistance = 1 << 20 - neighborCount

  /// By row (0…7 above) and column (8 left … 7 right) of the neighbour: its code less 1; 255 where it is not before the
  /// pixel.
  static let neighbors: [UInt8] = [
    96, 73, 55, 39, 23, 13, 5, 1, 255, 255, 255, 255, 255, 255, 255, 255,
    101, 78, 58, 42, 26, 16, 8, 2, 0, 3, 9, 17, 27, 43, 59, 79,
    102, 86, 62, 46, 32, 20, 10, 6, 4, 7, 11, 21, 33, 47, 63, 87,
    105, 90, 70, 52, 37, 28, 18, 14, 12, 15, 19, 29, 38, 53, 71, 91,
    110, 99, 82, 66, 48, 35, 30, 24, 22, 25, 31, 36, 49, 67, 83, 100,
    115, 108, 94, 76, 64, 50, 44, 40, 34, 41, 45, 51, 65, 77, 95, 109,
    118, 113, 103, 92, 80, 68, 60, 56, 54, 57, 61, 69, 81, 93, 104, 114,
    119, 116, 111, 106, 97, 88, 84, 74, 72, 75, 85, 89, 98, 107, 112, 117,
  ]

  private let width: UInt32
  private let table: UnsafePointer<UInt8>

  /// Codes in an image of some width, at least 1.
  ///
  /// - Parameter table: `neighbors`.
  init(width: Int, table: UnsafePointer<UInt8>) {
    self.width = UInt32(truncatingIfNeeded: width)
    self.table = table
  }

  /// The code of a distance of at least 1.
  @inline(__always)
  func code(_ distance: Int) -> Int {
    let (rows, columns) = UInt32(truncatingIfNeeded: distance).quotientAndRemainder(dividingBy: width)
    if columns <= 8, rows < 8 { return Int(table[Int(rows &* 16 &+ 8 &- columns)]) &+ 1 }
    if columns &+ 8 > width, rows < 7 {
      return Int(table[Int((rows &+ 1) &* 16 &+ 8 &+ width &- columns)]) &+ 1
    }
    return distance &+ Self.neighborCount
  }
}
