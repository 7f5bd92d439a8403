internal import KilnGeometry
internal import KilnPixels

/// Detects multi-edge cells: pixels through which several unconnected lines pass that may overlap.
///
/// Consecutive lines of a contour in one row are connected. While they only go down or only go up, or turn without
/// returning to the same columns, they divide each cell into two sides, and signed areas are exact.
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

/// Consecutive lines in one row that do not meet again.
private struct LineSequence {
  /// -1 if the sequence is empty.
  var row = -1
  /// Lines before the last change of direction.
  var done = ColumnExtent()
  /// Lines since the last change of direction.
  var current = ColumnExtent()
  /// A horizontal line before all others.
  var entry = ColumnExtent()
  /// A horizontal line after `done`.
  var level = ColumnExtent()
  /// Whether there are no other lines than `current`, which started in the row before.
  var isPlain = true
  /// Start of the last line of `current`: column, and height from the row's top.
  var middle: (x: Float, y: Float) = (0, 0)

  /// `current` as a crossing; valid if it is one or two lines through the whole row.
  var asCrossing: RowCrossing {
    let (top, bottom) = current.sign > 0 ? (current.start, current.end) : (current.end, current.start)
    let deviation = current.lines == 1 ? 0 : abs(top + (bottom - top) * middle.y - middle.x)
    return RowCrossing(top: top, bottom: bottom, deviation: deviation, sign: current.sign)
  }

  var isOneWay: Bool { done.isOneWay && entry.lines == 0 && level.lines == 0 }

  /// Whether `done` and `entry` lie in other columns.
  func isApart(from extent: ColumnExtent) -> Bool { done.isApart(from: extent) && entry.isApart(from: extent) }

  /// Whether the following lines do not meet these again.
  ///
  /// After a horizontal line two lines may converge; before it they cannot cross it if they have one direction.
  func isClear(of next: ColumnExtent) -> Bool {
    if done.isOneWay && done.sign == next.sign && entry.lines == 0 { return true }
    return isApart(from: next) || (level.lines == 0 && entry.lines == 0 && done.lines == 1 && next.lines == 1)
  }

  /// Whether the first lines of the contour, which follow these, do not meet them again.
  func isClear(of first: LineSequence) -> Bool {
    if level.lines == 0 && first.entry.lines == 0 && first.level.lines == 0 { return isClear(of: first.done) }
    if done.isOneWay && first.done.isOneWay && first.level.lines == 0 {
      return entry.lines == 0 && done.sign == first.done.sign || isApart(from: first.done)
    }
    return false
  }

  mutating func uniteWithCurrent() {
    if done.lines == 0 && entry.lines == 0 {
      entry = level
    } else {
      done.extend(by: level)
    }
    done.unite(with: current)
    level = ColumnExtent()
    current = ColumnExtent()
    isPlain = false
  }

  mutating func unite(with other: LineSequence) {
    done.unite(with: other.done)
    for level in [other.entry, other.level] { done.extend(by: level) }
  }
}

/// Extent in columns of connected lines in one row.
private struct ColumnExtent {
  var low = Float.infinity
  var high = -Float.infinity
  /// 1 if all are downward, -1 if all are upward, else 0.
  var sign: Float = 0
  /// Number of lines.
  var lines: Int32 = 0
  /// Columns of the first line's start and the last line's end; valid if all have one direction.
  var start: Float = 0
  var end: Float = 0

  init() {}

  /// The extent of one line.
  init(_ x0: Float, _ x1: Float, _ sign: Float) {
    (start, end) = sign > 0 ? (x0, x1) : (x1, x0)
    (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
    self.sign = sign
    lines = 1
  }

  var isOneWay: Bool { sign != 0 }

  mutating func extend(by other: ColumnExtent) {
    low = min(low, other.low)
    high = max(high, other.high)
    lines &+= other.lines
  }

  mutating func unite(with other: ColumnExtent) {
    if lines == 0 {
      self = other
    } else if other.lines > 0 {
      if sign != other.sign { sign = 0 }
      extend(by: other)
    }
  }

  /// Whether the extents are disjoint, except for a common end.
  func isApart(from other: ColumnExtent) -> Bool { high <= other.low || other.high <= low }
}
