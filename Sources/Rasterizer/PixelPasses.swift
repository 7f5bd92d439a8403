internal import Geometry

/// Which pixels lines pass through in some rows, and which of them are crowded: unconnected lines pass through them
/// that may overlap.
struct PixelPasses: Sendable {
  /// Rows that are looked at; what passes elsewhere is not noted.
  private(set) var rows = 0...0
  /// Bits for the crowded pixels of each row.
  private(set) var crowded: [UInt64] = []
  /// Words in a row of bits.
  private(set) var words = 0
  /// Rows between the first crowded pixel and the last one; nil if no pixel is crowded.
  private(set) var crowdedRows: ClosedRange<Int>?

  /// Bits for pixels that lines pass through on their way down, and up.
  private var passedDown: [UInt64] = []
  private var passedUp: [UInt64] = []
  /// The last lines that passed through each row, and how many there were.
  private var passes: [RowPass] = []
  private var passCounts: [Int] = []
  /// How many of them are known for each row.
  private static let passLimit = 4

  /// Forgets everything, and looks at other rows.
  mutating func reset(rows: ClosedRange<Int>, width: Int) {
    self.rows = rows
    words = width / 64 + 1
    crowdedRows = nil
    Self.clear(&crowded, rows.count * words)
    Self.clear(&passedDown, rows.count * words)
    Self.clear(&passedUp, rows.count * words)
    passCounts.removeAll(keepingCapacity: true)
    passCounts.append(contentsOf: repeatElement(0, count: rows.count))
    let missing = rows.count * Self.passLimit - passes.count
    if missing > 0 { passes.append(contentsOf: repeatElement(RowPass(), count: missing)) }
  }

  private static func clear(_ bits: inout [UInt64], _ count: Int) {
    bits.removeAll(keepingCapacity: true)
    bits.append(contentsOf: repeatElement(0, count: count))
  }

  /// Index of a row's first word.
  func firstWord(of row: Int) -> Int { (row - rows.lowerBound) * words }

  /// Notes that lines pass through a row from its top to its bottom.
  mutating func note(_ row: Int, _ pass: RowPass, from low: Float, to high: Float) {
    guard rows.contains(row), let (first, last) = Self.columns(low, high) else { return }
    let index = row - rows.lowerBound
    passes[index * Self.passLimit + passCounts[index] % Self.passLimit] = pass
    passCounts[index] += 1
    forEachWord(row, first, last) { passes, word, mask in
      let (down, up) = (passes.passedDown[word] & mask, passes.passedUp[word] & mask)
      if pass.sign > 0 { passes.passedDown[word] |= mask } else { passes.passedUp[word] |= mask }
      let (same, opposite) = pass.sign > 0 ? (down, up) : (up, down)
      if same != 0 || (opposite != 0 && !passes.isApart(pass, from: opposite, at: word, row)) {
        passes.crowd(row, word, same | opposite)
      }
    }
  }

  /// Notes that connected lines pass over columns of a row.
  ///
  /// - Parameters:
  ///   - sign: 1 if they go down, -1 if they go up, 0 if they do both.
  mutating func note(_ row: Int, sign: Float, from low: Float, to high: Float) {
    guard rows.contains(row), let (first, last) = Self.columns(low, high) else { return }
    forEachWord(row, first, last) { passes, word, mask in
      passes.crowd(row, word, (passes.passedDown[word] | passes.passedUp[word]) & mask)
      if sign >= 0 { passes.passedDown[word] |= mask }
      if sign <= 0 { passes.passedUp[word] |= mask }
    }
  }

  private mutating func crowd(_ row: Int, _ word: Int, _ pixels: UInt64) {
    guard pixels != 0 else { return }
    crowded[word] |= pixels
    crowdedRows = crowdedRows.map { min($0.lowerBound, row)...max($0.upperBound, row) } ?? row...row
  }

  /// Whether only one pass goes the other way through some pixels, and does not cross this one, as on both sides of a
  /// thin stroke: then they part the pixels into three, and the winding number is the same left and right.
  private func isApart(_ pass: RowPass, from pixels: UInt64, at word: Int, _ row: Int) -> Bool {
    let left = (word - firstWord(of: row)) * 64
    let (first, last) = (left + pixels.trailingZeroBitCount, left + 63 - pixels.leadingZeroBitCount)
    let index = row - rows.lowerBound
    // If one covers all of the pixels there is no other one, or they would be crowded already.
    return passes[index * Self.passLimit..<index * Self.passLimit + min(Self.passLimit, passCounts[index])].contains {
      $0.sign != pass.sign && $0.covers(first, last) && $0.isApart(from: pass)
    }
  }

  /// The first and the last column that lines pass through; nil if they run between two pixels, where there is nothing
  /// to overlap with.
  private static func columns(_ low: Float, _ high: Float) -> (Int, Int)? {
    let (first, last) = (Int(low), Int(high))
    if Float(first) == low && low == high { return nil }
    // Lines that end on a pixel's left side do not pass through it.
    return (first, Float(last) < high || last == first ? last : last - 1)
  }

  /// Calls `body` with the indices of words and the columns' bits in them.
  @inline(__always)
  private mutating func forEachWord(
    _ row: Int, _ first: Int, _ last: Int, _ body: (inout PixelPasses, _ word: Int, _ mask: UInt64) -> Void
  ) {
    let start = firstWord(of: row)
    for word in first >> 6...last >> 6 {
      var mask = UInt64.max
      if word == first >> 6 { mask <<= UInt64(first & 63) }
      if word == last >> 6 { mask &= UInt64.max >> UInt64(63 - last & 63) }
      body(&self, start + word, mask)
    }
  }
}

/// Lines that pass through a row from its top to its bottom.
struct RowPass {
  /// Where they enter and leave it.
  var top: Float = 0
  var bottom: Float = 0
  /// How far they are from a straight line at most.
  var deviation: Float = 0
  /// 1 if they go down, -1 if they go up.
  var sign: Float = 0

  /// Whether they pass through two columns and those between them.
  func covers(_ first: Int, _ last: Int) -> Bool {
    min(top, bottom) < Float(first &+ 1) && max(top, bottom) >= Float(last)
  }

  /// Whether other lines lie on one side of these ones.
  func isApart(from other: RowPass) -> Bool {
    let space = deviation + other.deviation
    return (top + space <= other.top && bottom + space <= other.bottom)
      || (top - space >= other.top && bottom - space >= other.bottom)
  }
}
