internal import KilnPixels

/// Accumulates the signed areas of lines in a coverage grid.
struct CoverageAccumulator: RowLineSink {
  let grid: CoverageGrid

  var region: PixelRect { grid.region }
  @inline(__always)
  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? { -.infinity ... .infinity }

  @inline(__always)
  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    grid.addArea(row, x0, x1, height: (y1 - y0) * sign)
  }

  @inline(__always)
  mutating func add(_ line: LongLine) {
    let (grid, sign) = (grid, line.sign)
    line.forEachRow { row, x0, x1, height in
      grid.addArea(row, x0, x1, height: height * sign)
    } middle: { row, x0, x1 in
      grid.addArea(row, x0, x1, height: sign)
    } bottom: { row, x0, x1, height in
      grid.addArea(row, x0, x1, height: height * sign)
    }
  }

  @inline(__always)
  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {}
  @inline(__always)
  mutating func skip() {}
  @inline(__always)
  mutating func endContour() {}
}

/// Accumulator for a grid of only some rows, which get the same values as in a grid of all rows.
struct BandAccumulator: RowLineSink {
  let grid: CoverageGrid

  var region: PixelRect { grid.region }
  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? {
    Double(grid.rows.lowerBound)...Double(grid.rows.upperBound)
  }

  @inline(__always)
  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    guard grid.rows.contains(row) else { return }
    grid.addArea(row, x0, x1, height: (y1 - y0) * sign)
  }

  mutating func add(_ line: LongLine) {
    let (grid, sign) = (grid, line.sign)
    line.forEachRow(in: grid.rows) { row, x0, x1, height in
      grid.addArea(row, x0, x1, height: height * sign)
    } middle: { row, x0, x1 in
      grid.addArea(row, x0, x1, height: sign)
    } bottom: { row, x0, x1, height in
      grid.addArea(row, x0, x1, height: height * sign)
    }
  }

  @inline(__always)
  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {}
  @inline(__always)
  mutating func skip() {}
  @inline(__always)
  mutating func endContour() {}
}
