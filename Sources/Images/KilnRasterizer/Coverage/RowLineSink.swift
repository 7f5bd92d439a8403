internal import KilnGeometry
internal import KilnPixels

/// Receives lines divided into rows. Coordinates are pixels from the region's top left corner and lie inside the region.
protocol RowLineSink {
  var region: PixelRect { get }
  /// Range of heights, from the region's top, in which a contour's lines are needed; nil if none are.
  ///
  /// - Parameters:
  ///   - offset: Translation from the outline's heights to the region's.
  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>?
  /// Adds a line inside one row, from its upper to its lower end; `sign` is 1 if its contour follows it downwards, else -1.
  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float)
  /// Adds a line through two or more rows.
  mutating func add(_ line: LongLine)
  /// Adds a horizontal line.
  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float)
  /// Notes that a part of the contour was omitted, so that the next line is not connected to the previous one.
  mutating func skip()
  /// Ends the contour; its last line is connected to its first.
  mutating func endContour()
}

/// A line through two or more rows.
struct LongLine {
  var x0: Float
  var y0: Float
  var x1: Float
  var y1: Float
  /// 1 if its contour follows the line downwards, else -1.
  var sign: Float

  /// Calls `top`, `middle` and `bottom` with each row and the columns where the line enters and leaves it.
  ///
  /// - Parameters:
  ///   - rows: The rows to visit; nil for all.
  @inline(__always)
  func forEachRow(
    in rows: Range<Int>? = nil,
    top: (_ row: Int, _ x0: Float, _ x1: Float, _ height: Float) -> Void,
    middle: (_ row: Int, _ x0: Float, _ x1: Float) -> Void,
    bottom: (_ row: Int, _ x0: Float, _ x1: Float, _ height: Float) -> Void
  ) {
    var row = Int(y0)
    let firstBottom = Float(row &+ 1)
    let slope = (x1 - x0) / (y1 - y0)
    // Clamped, because by rounding a column might leave the region.
    let (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
    var x = max(low, min(high, x0 + slope * (firstBottom - y0)))
    if rows?.contains(row) ?? true { top(row, x0, x, firstBottom - y0) }
    row &+= 1
    let end = Int(y1)
    let isEndBetweenRows = Float(end) == y1
    let lastRow = isEndBetweenRows ? end &- 1 : end
    // Each column is computed from the line's start, so that errors do not accumulate.
    var height = firstBottom - y0
    if let rows, row < rows.lowerBound, row < lastRow {
      // Added up one by one as for all rows, so that the sum is rounded in the same way.
      while row < rows.lowerBound, row < lastRow {
        height += 1
        row &+= 1
      }
      x = max(low, min(high, x0 + slope * height))
    }
    while row < lastRow {
      if let rows, row >= rows.upperBound { return }
      height += 1
      let next = max(low, min(high, x0 + slope * height))
      middle(row, x, next)
      x = next
      row &+= 1
    }
    if let rows, !rows.contains(row) { return }
    if isEndBetweenRows {
      bottom(row, x, max(low, min(high, x + slope)), 1)
    } else {
      bottom(row, x, x1, y1 - Float(row))
    }
  }
}

extension RowLineSink {
  /// A point that lies inside the region, in single precision.
  ///
  /// Coordinates are clamped to the region, because rounding may have moved a point slightly outside. This keeps all cell
  /// accesses in bounds for any input.
  @inline(__always)
  func inside(_ point: Point) -> (x: Float, y: Float) {
    (max(0, min(Float(region.width), Float(point.x))), max(0, min(Float(region.height), Float(point.y))))
  }

  /// Adds a line between two points inside the region.
  @inline(__always)
  mutating func addInside(_ a: (x: Float, y: Float), _ b: (x: Float, y: Float)) {
    if a.y < b.y {
      walk(a.x, a.y, b.x, b.y, 1)
    } else if b.y < a.y {
      walk(b.x, b.y, a.x, a.y, -1)
    } else {
      addLevel(a.y, from: a.x, to: b.x)
    }
  }

  /// Adds a line clipped to the region: parts to its left are projected onto its left edge; parts above, below and to its
  /// right are dropped.
  mutating func addClipped(_ a: Point, _ b: Point) {
    let isDownward = a.y < b.y
    var (x0, y0, x1, y1) = isDownward ? (a.x, a.y, b.x, b.y) : (b.x, b.y, a.x, a.y)
    let width = Double(region.width)
    let height = Double(region.height)
    guard y1 > 0, y0 < height, min(x0, x1) < width else { return skip() }
    if y0 >= 0, y1 <= height, min(x0, x1) >= 0, max(x0, x1) <= width { return addInside(inside(a), inside(b)) }
    if y0 == y1 {
      return addLevel(Float(y0), from: Float(max(0, min(width, a.x))), to: Float(max(0, min(width, b.x))))
    }
    let slope = (x1 - x0) / (y1 - y0)
    let isCut = y0 < 0 || y1 > height
    if isCut { skip() }
    if y0 < 0 {
      x0 -= y0 * slope
      y0 = 0
    }
    if y1 > height {
      x1 += (height - y1) * slope
      y1 = height
    }
    if slope == 0 || (min(x0, x1) >= 0 && max(x0, x1) <= width) {
      addPart(y0, y1)
    } else {
      // Heights at which the line crosses the region's left and right side, in order.
      let atLeft = max(y0, min(y1, y0 - x0 / slope))
      let atRight = max(y0, min(y1, y0 + (width - x0) / slope))
      let (first, second) = slope > 0 ? (atLeft, atRight) : (atRight, atLeft)
      if isDownward { addPart(y0, first) } else { addPart(second, y1) }
      addPart(first, second)
      if isDownward { addPart(second, y1) } else { addPart(y0, first) }
    }
    if isCut { skip() }

    func addPart(_ from: Double, _ to: Double) {
      let (top, bottom) = (max(0, Float(from)), min(Float(height), Float(to)))
      guard bottom > top else { return }
      let xFrom = max(0, min(width, x0 + (from - y0) * slope))
      let xTo = max(0, min(width, x0 + (to - y0) * slope))
      walk(Float(xFrom), top, Float(xTo), bottom, isDownward ? 1 : -1)
    }
  }

  /// Adds a downward line inside the region.
  @inline(__always)
  private mutating func walk(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    let row = Int(y0)
    // Most lines of a flattened curve stay inside one row.
    if y1 <= Float(row &+ 1) {
      add(row, x0, y0, x1, y1, sign)
    } else {
      add(LongLine(x0: x0, y0: y0, x1: x1, y1: y1, sign: sign))
    }
  }
}
