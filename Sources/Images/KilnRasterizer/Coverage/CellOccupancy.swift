/// Occupancy of cells by lines in a range of rows, and which of them are multi-edge cells: cells through which
/// unconnected lines pass that may overlap. A cell is one pixel of the coverage grid.
struct CellOccupancy: Sendable {
  /// Rows that are recorded; lines in other rows are ignored.
  private(set) var rows = 0...0
  /// Bit set of the multi-edge cells, `words` words for each row.
  private(set) var multiEdge: [UInt64] = []
  /// Words of each bit set in a row.
  private(set) var words = 0
  /// Rows from the first to the last multi-edge cell; nil if there is none.
  private(set) var multiEdgeRows: ClosedRange<Int>?

  /// Bit sets of the cells through which downward and upward lines pass.
  private var occupiedDown: [UInt64] = []
  private var occupiedUp: [UInt64] = []
  /// The latest crossings of each row, in a ring of `crossingsPerRow`, and their total number.
  private var crossings: [RowCrossing] = []
  private var crossingCounts: [Int] = []
  /// Number of crossings stored for each row.
  private static let crossingsPerRow = 4

  /// Clears everything and sets the rows to record.
  mutating func reset(rows: ClosedRange<Int>, width: Int) {
    self.rows = rows
    words = width / 64 + 1
    multiEdgeRows = nil
    Self.clear(&multiEdge, rows.count * words)
    Self.clear(&occupiedDown, rows.count * words)
    Self.clear(&occupiedUp, rows.count * words)
    crossingCounts.removeAll(keepingCapacity: true)
    crossingCounts.append(contentsOf: repeatElement(0, count: rows.count))
    let missing = rows.count * Self.crossingsPerRow - crossings.count
    if missing > 0 { crossings.append(contentsOf: repeatElement(RowCrossing(), count: missing)) }
  }

  private static func clear(_ bits: inout [UInt64], _ count: Int) {
    bits.removeAll(keepingCapacity: true)
    bits.append(contentsOf: repeatElement(0, count: count))
  }

  /// Index of a row's first word.
  func firstWord(of row: Int) -> Int { (row - rows.lowerBound) * words }

  /// Records lines that cross a row from its top to its bottom.
  mutating func record(_ row: Int, _ crossing: RowCrossing, from low: Float, to high: Float) {
    guard rows.contains(row), let (first, last) = Self.columns(low, high) else { return }
    let index = row - rows.lowerBound
    crossings[index * Self.crossingsPerRow + crossingCounts[index] % Self.crossingsPerRow] = crossing
    crossingCounts[index] += 1
    forEachWord(row, first, last) { occupancy, word, mask in
      let (down, up) = (occupancy.occupiedDown[word] & mask, occupancy.occupiedUp[word] & mask)
      if crossing.sign > 0 { occupancy.occupiedDown[word] |= mask } else { occupancy.occupiedUp[word] |= mask }
      let (same, opposite) = crossing.sign > 0 ? (down, up) : (up, down)
      if same != 0 || (opposite != 0 && !occupancy.isApart(crossing, from: opposite, at: word, row)) {
        occupancy.markMultiEdge(row, word, same | opposite)
      }
    }
  }

  /// Records connected lines that cover columns of a row.
  ///
  /// - Parameters:
  ///   - sign: 1 if all are downward, -1 if all are upward, else 0.
  mutating func record(_ row: Int, sign: Float, from low: Float, to high: Float) {
    guard rows.contains(row), let (first, last) = Self.columns(low, high) else { return }
    forEachWord(row, first, last) { occupancy, word, mask in
      occupancy.markMultiEdge(row, word, (occupancy.occupiedDown[word] | occupancy.occupiedUp[word]) & mask)
      if sign >= 0 { occupancy.occupiedDown[word] |= mask }
      if sign <= 0 { occupancy.occupiedUp[word] |= mask }
    }
  }

  private mutating func markMultiEdge(_ row: Int, _ word: Int, _ pixels: UInt64) {
    guard pixels != 0 else { return }
    multiEdge[word] |= pixels
    multiEdgeRows = multiEdgeRows.map { min($0.lowerBound, row)...max($0.upperBound, row) } ?? row...row
  }

  /// Whether only one crossing of opposite direction passes through some cells and does not intersect this one, as on
  /// both sides of a thin stroke. Both then divide each cell into three parts, and the winding number is the same on the
  /// far left and the far right.
  private func isApart(_ crossing: RowCrossing, from pixels: UInt64, at word: Int, _ row: Int) -> Bool {
    let left = (word - firstWord(of: row)) * 64
    let (first, last) = (left + pixels.trailingZeroBitCount, left + 63 - pixels.leadingZeroBitCount)
    let index = row - rows.lowerBound
    // If one crossing covers all of the cells there is no other one, or they would be multi-edge cells already.
    return crossings[
      index * Self.crossingsPerRow..<index * Self.crossingsPerRow + min(Self.crossingsPerRow, crossingCounts[index])
    ].contains {
      $0.sign != crossing.sign && $0.covers(first, last) && $0.isApart(from: crossing)
    }
  }

  /// The first and last column through which lines pass; nil if they run exactly between two columns, where nothing can
  /// overlap.
  private static func columns(_ low: Float, _ high: Float) -> (Int, Int)? {
    let (first, last) = (Int(low), Int(high))
    if Float(first) == low && low == high { return nil }
    // Lines that end on a cell's left side do not pass through it.
    return (first, Float(last) < high || last == first ? last : last - 1)
  }

  /// Calls `body` with the index of each word and the mask of the columns in it.
  @inline(__always)
  private mutating func forEachWord(
    _ row: Int, _ first: Int, _ last: Int, _ body: (inout CellOccupancy, _ word: Int, _ mask: UInt64) -> Void
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

/// Connected lines that cross a row from its top to its bottom.
struct RowCrossing {
  /// Columns at the top and the bottom of the row.
  var top: Float = 0
  var bottom: Float = 0
  /// Maximum horizontal distance from the straight line between these.
  var deviation: Float = 0
  /// 1 if downward, -1 if upward.
  var sign: Float = 0

  /// Whether the crossing passes through both columns and all between.
  func covers(_ first: Int, _ last: Int) -> Bool {
    min(top, bottom) < Float(first &+ 1) && max(top, bottom) >= Float(last)
  }

  /// Whether another crossing lies on one side of this one.
  func isApart(from other: RowCrossing) -> Bool {
    let space = deviation + other.deviation
    return (top + space <= other.top && bottom + space <= other.bottom)
      || (top - space >= other.top && bottom - space >= other.bottom)
  }
}
