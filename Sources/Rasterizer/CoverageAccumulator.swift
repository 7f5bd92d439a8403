internal import Geometry
internal import Pixels

/// Turns line segments into exact area coverage.
///
/// Each cell holds by how much the covered area changes from the pixel to its left; a running sum along the row gives
/// the signed area of each pixel, so contours may come in any order and abutting edges cancel. One bit for every four
/// cells says where anything changed, so that a sweep visits only edges and fills what lies between them as runs.
struct CoverageAccumulator {
  private var cells: [Float] = []
  private var touched: [UInt64] = []
  private(set) var region = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// Cells in a row, a multiple of four, at least two more than the region is wide.
  private var stride = 0
  /// Words of `touched` in a row.
  private var words = 0

  /// Starts with nothing covered. Everything outside the region is cut off without changing what is inside.
  mutating func begin(_ region: PixelRect) {
    self.region = region
    stride = (region.width + 2 + 3) & ~3
    words = (stride / 4 + 63) / 64
    // A sweep leaves both buffers zero, so they only ever grow.
    let cellCount = stride * region.height
    if cells.count < cellCount { cells.append(contentsOf: repeatElement(0, count: cellCount - cells.count)) }
    let wordCount = words * region.height
    if touched.count < wordCount { touched.append(contentsOf: repeatElement(0, count: wordCount - touched.count)) }
  }

  /// Adds a line in pixel coordinates.
  mutating func addLine(from a: Point, to b: Point) {
    guard a.y != b.y else { return }
    var x0 = a.x - Double(region.minX)
    var y0 = a.y - Double(region.minY)
    var x1 = b.x - Double(region.minX)
    var y1 = b.y - Double(region.minY)
    let isDownward = y0 < y1
    if !isDownward {
      swap(&x0, &x1)
      swap(&y0, &y1)
    }
    let width = Double(region.width)
    let height = Double(region.height)
    guard y1 > 0, y0 < height, min(x0, x1) < width else { return }
    let slope = (x1 - x0) / (y1 - y0)
    if y0 < 0 {
      x0 -= y0 * slope
      y0 = 0
    }
    if y1 > height {
      x1 += (height - y1) * slope
      y1 = height
    }
    let sign: Float = isDownward ? 1 : -1
    if min(x0, x1) >= 0 && max(x0, x1) <= width {
      walk(Float(x0), Float(y0), Float(x1), Float(y1), sign)
    } else {
      walkClipped(x0, y0, x1, y1, slope: slope, width: width, sign)
    }
  }

  /// Parts left of the region count at its left edge, parts right of it not at all.
  private mutating func walkClipped(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, slope: Double, width: Double, _ sign: Float
  ) {
    // Heights at which the line crosses the region's sides, in order.
    let atLeft = max(y0, min(y1, y0 - x0 / slope))
    let atRight = max(y0, min(y1, y0 + (width - x0) / slope))
    let first = slope > 0 ? atLeft : atRight
    let second = slope > 0 ? atRight : atLeft
    func part(_ from: Double, _ to: Double, _ accumulator: inout CoverageAccumulator) {
      guard to > from else { return }
      let xFrom = max(0, min(width, x0 + (from - y0) * slope))
      let xTo = max(0, min(width, x0 + (to - y0) * slope))
      accumulator.walk(Float(xFrom), Float(from), Float(xTo), Float(to), sign)
    }
    guard slope != 0 else { return part(y0, y1, &self) }
    part(y0, first, &self)
    part(first, second, &self)
    part(second, y1, &self)
  }

  /// A downward line inside the region, row by row.
  private mutating func walk(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    guard y1 > y0 else { return }
    let slope = (x1 - x0) / (y1 - y0)
    let lastRow = min(region.height, Int(y1.rounded(.up)))
    let rightmost = Float(region.width)
    var x = x0
    for row in Int(y0)..<max(Int(y0), lastRow) {
      let top = max(Float(row), y0)
      let bottom = min(Float(row + 1), y1)
      let next = bottom == y1 ? x1 : max(0, min(rightmost, x + slope * (bottom - top)))
      addRow(row, from: min(x, next), to: max(x, next), height: (bottom - top) * sign)
      x = next
    }
  }

  /// The part of a line inside one row. `height` is signed.
  @inline(__always)
  private mutating func addRow(_ row: Int, from left: Float, to right: Float, height: Float) {
    let base = row * stride
    let first = Int(left)
    let end = Int(right.rounded(.up))
    if end <= first + 1 {
      // Inside one pixel: a trapezoid of which the mean distance from the left side is known.
      let share = height * ((left + right) * 0.5 - Float(first))
      cells[base + first] += height - share
      cells[base + first + 1] += share
      mark(row, first, first + 1)
      return
    }
    let perPixel = 1 / (right - left)
    let startGap = 1 - (left - Float(first))
    let firstArea = 0.5 * perPixel * startGap * startGap
    let endGap = right - Float(end - 1)
    let lastArea = 0.5 * perPixel * endGap * endGap
    cells[base + first] += height * firstArea
    if end == first + 2 {
      cells[base + first + 1] += height * (1 - firstArea - lastArea)
    } else {
      let secondArea = perPixel * (startGap + 0.5)
      cells[base + first + 1] += height * (secondArea - firstArea)
      for x in first + 2..<end - 1 { cells[base + x] += height * perPixel }
      let before = secondArea + Float(end - first - 3) * perPixel
      cells[base + end - 1] += height * (1 - before - lastArea)
    }
    cells[base + end] += height * lastArea
    mark(row, first, end)
  }

  @inline(__always)
  private mutating func mark(_ row: Int, _ first: Int, _ last: Int) {
    for block in first >> 2...last >> 2 { touched[row * words + block >> 6] |= 1 << UInt64(block & 63) }
  }

  /// Paints what the lines enclose, and forgets them.
  ///
  /// `width` is the number of pixels in a row of the target.
  mutating func sweep(
    _ rule: FillRule, with painter: some SpanPainter, into pixels: inout MutableSpan<UInt32>, width: Int
  ) {
    switch rule {
    case .nonZero: sweep(with: painter, into: &pixels, width: width) { min(abs($0), 1) }
    case .evenOdd:
      sweep(with: painter, into: &pixels, width: width) { area in
        let folded = abs(area).truncatingRemainder(dividingBy: 2)
        return folded > 1 ? 2 - folded : folded
      }
    }
  }

  @inline(__always)
  private mutating func sweep(
    with painter: some SpanPainter, into pixels: inout MutableSpan<UInt32>, width: Int, coverage: (Float) -> Float
  ) {
    for row in 0..<region.height {
      let y = region.minY + row
      var area: Float = 0
      // Column up to which the row is painted.
      var painted = 0
      for word in 0..<words {
        var bits = touched[row * words + word]
        if bits == 0 { continue }
        touched[row * words + word] = 0
        while bits != 0 {
          let column = (word << 6 + bits.trailingZeroBitCount) << 2
          bits &= bits &- 1
          paintRun(painter, &pixels, y, width, from: painted, to: min(column, region.width), coverage(area))
          let base = row * stride + column
          for offset in 0..<4 {
            area += cells[base + offset]
            cells[base + offset] = 0
            let x = column + offset
            let alpha = UInt32(coverage(area) * 255 + 0.5)
            if alpha != 0 && x < region.width {
              let at = y * width + region.minX + x
              pixels[at] = painter.blended(over: pixels[at], x: region.minX + x, y: y, coverage: alpha)
            }
          }
          painted = column + 4
        }
      }
      if painted > 0 { paintRun(painter, &pixels, y, width, from: painted, to: region.width, coverage(area)) }
    }
  }

  @inline(__always)
  private func paintRun(
    _ painter: some SpanPainter, _ pixels: inout MutableSpan<UInt32>, _ y: Int, _ width: Int, from: Int, to: Int,
    _ coverage: Float
  ) {
    guard to > from else { return }
    let alpha = UInt32(coverage * 255 + 0.5)
    guard alpha != 0 else { return }
    let start = y * width + region.minX + from
    painter.paint(&pixels, start..<start + to - from, x: region.minX + from, y: y, coverage: alpha)
  }
}
