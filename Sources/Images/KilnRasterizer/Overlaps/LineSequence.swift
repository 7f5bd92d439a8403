/// Consecutive lines of a contour in one row that do not meet again, as they follow each other:
///
///     ──┬───┬───┬───┬───┬───┬───┬───┬──  top of the row
///       │   │   │   │   │   │   │   │
///       │ ●───────● entry   │   │   ●    current: ends where the contour leaves the row
///       │   │   │  ╲│   │   │   │  ╱│
///       │   │   │   ╲ done  │   │ ╱ │
///       │   │   │   │●────────────● level
///       │   │   │   │   │   │   │   │
///     ──┴───┴───┴───┴───┴───┴───┴───┴──
///
/// Lines beyond a turn join `done` if they keep clear of its columns.
struct LineSequence {
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
struct ColumnExtent {
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
