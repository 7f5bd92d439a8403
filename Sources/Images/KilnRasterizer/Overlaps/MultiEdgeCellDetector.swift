internal import KilnGeometry
internal import KilnPixels

/// Detects multi-edge cells: pixels through which several unconnected lines pass that may overlap.
///
/// Consecutive lines of a contour in one row are connected. While they only go down or only go up, or turn without
/// returning to the same columns, they divide each cell into two sides, and signed areas are exact. They are collected in a
/// `LineSequence`, which is recorded as a whole when a line lies in another row, and in part when lines return:
///
///          same direction
///            ┌─────────┐
///            ▼         │
///     line ─► current ─┘
///            │ other direction, horizontal line, or another row
///            ▼
///       does it keep clear of what is before it in the row (`entry`, `done`, `level`)?
///            │ yes                         │ no
///            ▼                             ▼
///       both are `done` now           what is before it is recorded, and it alone is `done` now
///
/// A cell that is recorded twice is a multi-edge cell. The contour's first sequence is kept until its end, because the last
/// one may be connected to it.
struct MultiEdgeCellDetector: RowLineSink, Sendable {
  private(set) var region = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private(set) var occupancy = CellOccupancy()

  /// The latest lines, all in one row.
  private var sequence = LineSequence()
  /// The first sequence of the contour, to which its end is connected.
  private var firstSequence = LineSequence()
  private var isFirstSequenceKnown = false

  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? {
    guard let overlaps = contour.overlaps else { return nil }
    // Lines that are left out change how those next to them are recorded, but no further than in the next row.
    let low = max((overlaps.lowerBound + offset).rounded(.down), Double(occupancy.rows.lowerBound - 2))
    let high = min((overlaps.upperBound + offset).rounded(.down) + 1, Double(occupancy.rows.upperBound + 3))
    return low <= high ? low...high : nil
  }

  /// Clears everything and sets the region and the rows to examine.
  mutating func reset(_ region: PixelRect, rows: ClosedRange<Int>) {
    self.region = region
    occupancy.reset(rows: rows, width: region.width)
  }

  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    join(row, ColumnExtent(x0, x1, sign), middleY: (sign > 0 ? y0 : y1) - Float(row))
  }

  mutating func add(_ line: LongLine) {
    let sign = line.sign
    var (lastRow, end) = (0, ColumnExtent())
    line.forEachRow { row, x0, x1, height in
      if sign > 0 {
        join(row, ColumnExtent(x0, x1, sign), middleY: 1 - height)
      } else {
        (lastRow, end) = (row, ColumnExtent(x0, x1, sign))
      }
    } middle: { row, x0, x1 in
      let crossing = RowCrossing(top: x0, bottom: x1, deviation: 0, sign: sign)
      occupancy.record(row, crossing, from: min(x0, x1), to: max(x0, x1))
    } bottom: { row, x0, x1, height in
      if sign < 0 {
        join(row, ColumnExtent(x0, x1, sign), middleY: height)
      } else {
        (lastRow, end) = (row, ColumnExtent(x0, x1, sign))
      }
    }
    join(lastRow, end, middleY: 0)
  }

  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {
    if x0 == x1 { return }
    let row = Int(y)
    if Float(row) == y {
      // Between two rows nothing can overlap, but the lines on both sides are not connected.
      if sequence.row < 0 { isFirstSequenceKnown = true }
      return endSequence()
    }
    if row != sequence.row {
      endSequence()
      sequence = LineSequence(row: row)
    }
    endExtent()
    let level = ColumnExtent(x0, x1, 0)
    if sequence.level.lines > 0 || !(sequence.done.isOneWay || sequence.isApart(from: level)) {
      emit(sequence)
      sequence = LineSequence(row: row)
    }
    sequence.level = level
    sequence.isPlain = false
  }

  mutating func skip() {
    endIrregularSequence()
    isFirstSequenceKnown = true
    sequence.isPlain = false
  }

  mutating func endContour() {
    endExtent()
    if firstSequence.row >= 0 {
      if sequence.row == firstSequence.row, sequence.isClear(of: firstSequence) {
        sequence.unite(with: firstSequence)
      } else {
        record(firstSequence)
      }
    }
    if sequence.row >= 0 { record(sequence) }
    sequence = LineSequence()
    firstSequence.row = -1
    isFirstSequenceKnown = false
  }

  /// Appends a line to the sequence, or starts a new one in another row.
  ///
  /// - Parameters:
  ///   - middleY: Height at which the line starts, from the row's top.
  private mutating func join(_ row: Int, _ extent: ColumnExtent, middleY: Float) {
    if row != sequence.row {
      endSequence()
      sequence.row = row
    } else if extent.sign == sequence.current.sign {
      sequence.middle = (sequence.current.end, middleY)
      sequence.current.end = extent.end
      return sequence.current.extend(by: extent)
    } else {
      endExtent()
    }
    sequence.current = extent
  }

  /// Ends the current lines of one direction.
  private mutating func endExtent() {
    guard sequence.current.lines > 0 else { return }
    if !sequence.isPlain, !sequence.isClear(of: sequence.current) {
      emit(sequence)
      sequence = LineSequence(row: sequence.row, current: sequence.current)
    }
    sequence.uniteWithCurrent()
  }

  /// Ends the sequence. Most sequences are one or two lines of one direction, from the row before to the next.
  private mutating func endSequence() {
    guard sequence.isPlain, isFirstSequenceKnown, sequence.current.lines <= 2 else { return endIrregularSequence() }
    guard sequence.row >= 0 else { return }
    occupancy.record(sequence.row, sequence.asCrossing, from: sequence.current.low, to: sequence.current.high)
    sequence = LineSequence()
  }

  private mutating func endIrregularSequence() {
    guard sequence.row >= 0 else { return }
    endExtent()
    emit(sequence)
    sequence = LineSequence()
  }

  private mutating func emit(_ sequence: LineSequence) {
    if isFirstSequenceKnown { return record(sequence) }
    firstSequence = sequence
    isFirstSequenceKnown = true
  }

  private mutating func record(_ sequence: LineSequence) {
    let low = min(sequence.done.low, sequence.entry.low, sequence.level.low)
    let high = max(sequence.done.high, sequence.entry.high, sequence.level.high)
    guard low <= high else { return }
    occupancy.record(sequence.row, sign: sequence.isOneWay ? sequence.done.sign : 0, from: low, to: high)
  }
}
