/// For each row of a picture, a set of blocks of eight columns.
struct BlockRows {
  static let columns = 8

  /// A bit for each block, rows of whole words.
  private var bits: [UInt64]
  private let wordsOfRow: Int
  private let rowCount: Int

  /// No block.
  init(width: Int, height: Int) {
    wordsOfRow = (width + 64 * Self.columns - 1) / (64 * Self.columns)
    rowCount = height
    bits = [UInt64](repeating: 0, count: wordsOfRow * rowCount)
  }

  var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

  func isEmpty(_ row: Int) -> Bool { bits[row * wordsOfRow..<(row + 1) * wordsOfRow].allSatisfy { $0 == 0 } }

  @inline(__always)
  func contains(block: Int, row: Int) -> Bool { bits[row * wordsOfRow + block / 64] >> UInt64(block % 64) & 1 == 1 }

  /// Adds eight blocks of a row, the first of which has a number that is a multiple of eight.
  @inline(__always)
  mutating func insert(_ blocks: UInt8, from first: Int, row: Int) {
    bits[row * wordsOfRow + first / 64] |= UInt64(blocks) << UInt64(first % 64)
  }

  /// With the blocks of some rows above and below.
  func dilated(byRows reach: Int) -> BlockRows {
    var result = self
    for row in 0..<rowCount where !isEmpty(row) {
      for other in max(0, row - reach)...min(rowCount - 1, row + reach) where other != row {
        for word in 0..<wordsOfRow { result.bits[other * wordsOfRow + word] |= bits[row * wordsOfRow + word] }
      }
    }
    return result
  }

  /// With the blocks on both sides.
  var dilatedByOneBlock: BlockRows {
    var result = self
    for row in 0..<rowCount {
      let start = row * wordsOfRow
      for word in 0..<wordsOfRow {
        let value = bits[start + word]
        result.bits[start + word] |= value << 1 | value >> 1
        if word > 0 { result.bits[start + word] |= bits[start + word - 1] >> 63 }
        if word + 1 < wordsOfRow { result.bits[start + word] |= bits[start + word + 1] << 63 }
      }
    }
    return result
  }

  /// Calls `body` with the numbers of the blocks of a row, ascending.
  @inline(__always)
  func forEach(in row: Int, blocks count: Int, _ body: (Int) -> Void) {
    for word in 0..<wordsOfRow {
      var rest = bits[row * wordsOfRow + word]
      while rest != 0 {
        let block = word * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        if block < count { body(block) }
      }
    }
  }
}
