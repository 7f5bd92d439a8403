internal import Geometry
internal import Pixels

/// Finds crowded pixels.
///
/// Lines that follow each other in one row are connected: as long as they only go down or only go up, or turn without
/// coming back to the same columns, they part each pixel into two sides, and signed areas are exact.
struct CrowdFinder: RowLineSink, Sendable {
  private(set) var region = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private(set) var passes = PixelPasses()

  /// The lines that were added last, all in one row.
  private var run = Run()
  /// The same at the start of the contour, to which its end is connected.
  private var firstRun = Run()
  private var isFirstRunKnown = false

  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? {
    contour.overlaps.map { ($0.lowerBound + offset).rounded(.down)...($0.upperBound + offset).rounded(.down) + 1 }
  }

  /// Forgets everything, and looks at other rows.
  mutating func reset(_ region: PixelRect, rows: ClosedRange<Int>) {
    self.region = region
    passes.reset(rows: rows, width: region.width)
  }

  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    join(row, Stretch(x0, x1, sign), middleY: (sign > 0 ? y0 : y1) - Float(row))
  }

  mutating func add(_ line: LongLine) {
    let sign = line.sign
    var (lastRow, end) = (0, Stretch())
    line.forEachRow { row, x0, x1, height in
      if sign > 0 {
        join(row, Stretch(x0, x1, sign), middleY: 1 - height)
      } else {
        (lastRow, end) = (row, Stretch(x0, x1, sign))
      }
    } middle: { row, x0, x1 in
      let pass = RowPass(top: x0, bottom: x1, deviation: 0, sign: sign)
      passes.note(row, pass, from: min(x0, x1), to: max(x0, x1))
    } bottom: { row, x0, x1, height in
      if sign < 0 {
        join(row, Stretch(x0, x1, sign), middleY: height)
      } else {
        (lastRow, end) = (row, Stretch(x0, x1, sign))
      }
    }
    join(lastRow, end, middleY: 0)
  }

  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {
    if x0 == x1 { return }
    let row = Int(y)
    if Float(row) == y {
      // Between two rows there is nothing to overlap with, but lines on both sides are not connected.
      if run.row < 0 { isFirstRunKnown = true }
      return endRun()
    }
    if row != run.row {
      endRun()
      run = Run(row: row)
    }
    endStretch()
    let level = Stretch(x0, x1, 0)
    if run.level.lines > 0 || !(run.done.isOneWay || run.isApart(from: level)) {
      emit(run)
      run = Run(row: row)
    }
    run.level = level
    run.isPlain = false
  }

  mutating func skip() {
    endOddRun()
    isFirstRunKnown = true
    run.isPlain = false
  }

  mutating func endContour() {
    endStretch()
    if firstRun.row >= 0 {
      if run.row == firstRun.row, run.isClear(of: firstRun) {
        run.unite(with: firstRun)
      } else {
        pass(firstRun)
      }
    }
    if run.row >= 0 { pass(run) }
    run = Run()
    firstRun.row = -1
    isFirstRunKnown = false
  }

  /// Adds a line to the run, or to a new one.
  ///
  /// - Parameters:
  ///   - middleY: Where the line starts, from the row's top.
  private mutating func join(_ row: Int, _ stretch: Stretch, middleY: Float) {
    if row != run.row {
      endRun()
      run.row = row
    } else if stretch.sign == run.current.sign {
      run.middle = (run.current.end, middleY)
      run.current.end = stretch.end
      return run.current.extend(by: stretch)
    } else {
      endStretch()
    }
    run.current = stretch
  }

  /// Ends the lines that go the same way.
  private mutating func endStretch() {
    guard run.current.lines > 0 else { return }
    if !run.isPlain, !run.isClear(of: run.current) {
      emit(run)
      run = Run(row: run.row, current: run.current)
    }
    run.uniteWithCurrent()
  }

  /// Most runs are lines that go one way, from the row before to the next one.
  private mutating func endRun() {
    guard run.isPlain, isFirstRunKnown, run.current.lines <= 2 else { return endOddRun() }
    guard run.row >= 0 else { return }
    passes.note(run.row, run.asPass, from: run.current.low, to: run.current.high)
    run = Run()
  }

  private mutating func endOddRun() {
    guard run.row >= 0 else { return }
    endStretch()
    emit(run)
    run = Run()
  }

  private mutating func emit(_ run: Run) {
    if isFirstRunKnown { return pass(run) }
    firstRun = run
    isFirstRunKnown = true
  }

  private mutating func pass(_ run: Run) {
    let low = min(run.done.low, run.entry.low, run.level.low)
    let high = max(run.done.high, run.entry.high, run.level.high)
    guard low <= high else { return }
    passes.note(run.row, sign: run.isOneWay ? run.done.sign : 0, from: low, to: high)
  }
}

/// Lines that follow each other in one row, and do not meet again.
private struct Run {
  /// -1 if there is none.
  var row = -1
  /// Lines before the last turn.
  var done = Stretch()
  /// Lines since then.
  var current = Stretch()
  /// A level line before all others.
  var entry = Stretch()
  /// A level line after `done`.
  var level = Stretch()
  /// Whether there are no lines but `current`, which came from the row before.
  var isPlain = true
  /// Where the last line of `current` starts: its column, and its place from the row's top.
  var middle: (x: Float, y: Float) = (0, 0)

  /// `current`, if it is one line or two of them through all of the row.
  var asPass: RowPass {
    let (top, bottom) = current.sign > 0 ? (current.start, current.end) : (current.end, current.start)
    let deviation = current.lines == 1 ? 0 : abs(top + (bottom - top) * middle.y - middle.x)
    return RowPass(top: top, bottom: bottom, deviation: deviation, sign: current.sign)
  }

  var isOneWay: Bool { done.isOneWay && entry.lines == 0 && level.lines == 0 }

  /// Whether `done` lies in other columns, with what comes before it.
  func isApart(from stretch: Stretch) -> Bool { done.isApart(from: stretch) && entry.isApart(from: stretch) }

  /// Whether lines that follow do not meet these ones again.
  ///
  /// Beyond a level line two lines may lean towards each other; before it they cannot cross it, if they are one-way.
  func isClear(of next: Stretch) -> Bool {
    if done.isOneWay && done.sign == next.sign && entry.lines == 0 { return true }
    return isApart(from: next) || (level.lines == 0 && entry.lines == 0 && done.lines == 1 && next.lines == 1)
  }

  /// The same for the start of the contour.
  func isClear(of first: Run) -> Bool {
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
    level = Stretch()
    current = Stretch()
    isPlain = false
  }

  mutating func unite(with other: Run) {
    done.unite(with: other.done)
    for level in [other.entry, other.level] { done.extend(by: level) }
  }
}

/// Columns over which connected lines pass in one row.
private struct Stretch {
  var low = Float.infinity
  var high = -Float.infinity
  /// 1 if all of them go down, -1 if all go up, else 0.
  var sign: Float = 0
  /// How many there are; 0 for none.
  var lines: Int32 = 0
  /// The columns of the first line's start and the last line's end, if they go one way.
  var start: Float = 0
  var end: Float = 0

  init() {}

  /// One line.
  init(_ x0: Float, _ x1: Float, _ sign: Float) {
    (start, end) = sign > 0 ? (x0, x1) : (x1, x0)
    (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
    self.sign = sign
    lines = 1
  }

  var isOneWay: Bool { sign != 0 }

  mutating func extend(by other: Stretch) {
    low = min(low, other.low)
    high = max(high, other.high)
    lines &+= other.lines
  }

  mutating func unite(with other: Stretch) {
    if lines == 0 {
      self = other
    } else if other.lines > 0 {
      if sign != other.sign { sign = 0 }
      extend(by: other)
    }
  }

  /// Whether the columns are others, but for one that they end in.
  func isApart(from other: Stretch) -> Bool { high <= other.low || other.high <= low }
}
