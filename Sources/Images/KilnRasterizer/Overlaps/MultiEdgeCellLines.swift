internal import KilnGeometry
internal import KilnPixels

/// Multi-edge cells, numbered from left to right and from top to bottom.
struct MultiEdgeCells: Sendable {
  private(set) var rows = 0...0
  /// Bit set of the cells, and for each word the number of cells before it.
  private var words: [(cells: UInt64, rank: Int)] = []
  private var wordsInRow = 0
  private(set) var count = 0

  /// Replaces the cells by the multi-edge cells of an occupancy.
  mutating func assign(_ occupancy: CellOccupancy, in rows: ClosedRange<Int>) {
    self.rows = rows
    wordsInRow = occupancy.words
    count = 0
    words.removeAll(keepingCapacity: true)
    for cells in occupancy.multiEdge[
      occupancy.firstWord(of: rows.lowerBound)..<occupancy.firstWord(of: rows.upperBound + 1)]
    {
      words.append((cells, count))
      count += cells.nonzeroBitCount
    }
  }

  /// Calls `body` with the column and the number of each cell in a range of columns of a row.
  @inline(__always)
  func forEach(in row: Int, from first: Int, to last: Int, _ body: (_ column: Int, _ cell: Int) -> Void) {
    let start = (row - rows.lowerBound) * wordsInRow
    for word in first >> 6...last >> 6 {
      let (cells, rank) = words[start + word]
      if cells == 0 { continue }
      var bits = cells
      if word == first >> 6 { bits &= UInt64.max << UInt64(first & 63) }
      if word == last >> 6 { bits &= UInt64.max >> UInt64(63 - last & 63) }
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        bits ^= bit
        body(word << 6 + bit.trailingZeroBitCount, rank + (cells & (bit &- 1)).nonzeroBitCount)
      }
    }
  }
}

/// Collects the parts of lines inside multi-edge cells.
struct MultiEdgeCellLines: RowLineSink, Sendable {
  /// Maximum number of stored lines, which bounds memory; cells with further lines keep their signed area.
  static let maximumLineCount = 1 << 18

  private(set) var region = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private(set) var cells = MultiEdgeCells()
  /// Index of the last line of each cell: -1 if there is none, -2 if one could not be stored.
  private var lastLines: [Int32] = []
  private var lines: [CellLine] = []

  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? {
    Double(cells.rows.lowerBound)...Double(cells.rows.upperBound + 1)
  }

  /// Removes all lines and sets the region and the cells to collect for.
  mutating func reset(_ region: PixelRect, _ occupancy: CellOccupancy, in rows: ClosedRange<Int>) {
    self.region = region
    cells.assign(occupancy, in: rows)
    lastLines.removeAll(keepingCapacity: true)
    lastLines.append(contentsOf: repeatElement(-1, count: cells.count))
    lines.removeAll(keepingCapacity: true)
  }

  /// The exact coverage of a cell, 0…1; nil if not all of its lines are stored.
  ///
  /// - Parameters:
  ///   - signedArea: Mean winding number of the cell.
  func share(of cell: Int, signedArea: Float, _ rule: FillRule) -> Float? {
    guard lastLines[cell] > -2 else { return nil }
    return lines.withUnsafeBufferPointer {
      CellLines(lines: $0, last: lastLines[cell]).share(signedArea: signedArea, rule)
    }
  }

  mutating func add(_ line: LongLine) {
    line.forEachRow { row, x0, x1, height in
      add(row, x0, Float(row + 1) - height, x1, Float(row + 1), line.sign)
    } middle: { row, x0, x1 in
      add(row, x0, Float(row), x1, Float(row + 1), line.sign)
    } bottom: { row, x0, x1, height in
      add(row, x0, Float(row), x1, Float(row) + height, line.sign)
    }
  }

  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {
    add(Int(y), x0, y, x1, y, 1)
  }

  mutating func skip() {}
  mutating func endContour() {}

  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    guard cells.rows.contains(row) else { return }
    // A line that ends on a cell's left side is included, because it may come from further left.
    let (first, last) = (Int(min(x0, x1)), Int(max(x0, x1)))
    let top = Float(row)
    let cells = cells
    cells.forEach(in: row, from: first, to: last) { column, cell in
      let left = Float(column)
      let line = CellLine(x0: x0 - left, y0: y0 - top, x1: x1 - left, y1: y1 - top, sign: sign)
      line.forEachPart { keep($0, in: cell) }
    }
  }

  private mutating func keep(_ line: CellLine, in cell: Int) {
    guard line.y1 > line.y0 else { return }
    guard lines.count < Self.maximumLineCount, lastLines[cell] > -2 else {
      lastLines[cell] = -2
      return
    }
    var line = line
    line.previous = lastLines[cell]
    lastLines[cell] = Int32(truncatingIfNeeded: lines.count)
    lines.append(line)
  }
}
