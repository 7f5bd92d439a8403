internal import Geometry
internal import Pixels

/// Turns line segments into exact area coverage.
///
/// Each cell holds by how much the covered area changes from the pixel to its left; a running sum along the row gives
/// the signed area of each pixel, so contours may come in any order and abutting edges cancel. One bit for every four
/// cells says where anything changed, so that a sweep visits only edges and fills what lies between them as runs.
///
/// Coordinates are pixels from the region's top left corner. A view of memory that a `CoverageBuffer` owns, by bare
/// pointers: checking bounds and ownership for every cell took a third of the time of small shapes.
struct CoverageGrid {
  let region: PixelRect
  let cells: UnsafeMutablePointer<Float>
  let touched: UnsafeMutablePointer<UInt64>
  /// Cells in a row, a multiple of four, at least two more than the region is wide.
  let stride: Int
  /// Words of `touched` in a row.
  let words: Int

  /// Adds a line that lies inside the region.
  ///
  /// Rounding may have carried a point past the edge by a little. Holding it back here is what keeps all cells inside
  /// the memory, whatever the numbers.
  @inline(__always)
  func addInside(_ a: Point, _ b: Point) {
    let (width, height) = (Float(region.width), Float(region.height))
    let (y0, y1) = (max(0, min(height, Float(a.y))), max(0, min(height, Float(b.y))))
    if y0 == y1 { return }
    let (x0, x1) = (max(0, min(width, Float(a.x))), max(0, min(width, Float(b.x))))
    if y0 < y1 { walk(x0, y0, x1, y1, 1) } else { walk(x1, y1, x0, y0, -1) }
  }

  /// Adds the part of a line that matters for the region: what is left of it counts at its left edge, what is above,
  /// below or to the right of it not at all.
  func addClipped(_ a: Point, _ b: Point) {
    guard a.y != b.y else { return }
    let isDownward = a.y < b.y
    var (x0, y0, x1, y1) = isDownward ? (a.x, a.y, b.x, b.y) : (b.x, b.y, a.x, a.y)
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
    func part(_ from: Double, _ to: Double) {
      let (top, bottom) = (max(0, Float(from)), min(Float(height), Float(to)))
      guard bottom > top else { return }
      let xFrom = max(0, min(width, x0 + (from - y0) * slope))
      let xTo = max(0, min(width, x0 + (to - y0) * slope))
      walk(Float(xFrom), top, Float(xTo), bottom, sign)
    }
    if slope == 0 || (min(x0, x1) >= 0 && max(x0, x1) <= width) { return part(y0, y1) }
    // Heights at which the line crosses the region's sides, in order.
    let atLeft = max(y0, min(y1, y0 - x0 / slope))
    let atRight = max(y0, min(y1, y0 + (width - x0) / slope))
    let (first, second) = slope > 0 ? (atLeft, atRight) : (atRight, atLeft)
    part(y0, first)
    part(first, second)
    part(second, y1)
  }

  /// A downward line inside the region, row by row.
  @inline(__always)
  private func walk(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    var row = Int(y0)
    let firstBottom = Float(row + 1)
    // Most lines of a flattened curve stay inside one row.
    if y1 <= firstBottom { return addRow(row, x0, x1, height: (y1 - y0) * sign) }
    let slope = (x1 - x0) / (y1 - y0)
    // Rounding may carry an end past the other one, by which it would leave the region.
    let (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
    var x = x0
    var next = max(low, min(high, x + slope * (firstBottom - y0)))
    addRow(row, x, next, height: (firstBottom - y0) * sign)
    row += 1
    let lastRow = Int(y1)
    while row < lastRow {
      x = next
      next = max(low, min(high, x + slope))
      addRow(row, x, next, height: sign)
      row += 1
    }
    let rest = y1 - Float(lastRow)
    if rest > 0 { addRow(lastRow, next, x1, height: rest * sign) }
  }

  /// The part of a line inside one row. `height` is signed.
  @inline(__always)
  private func addRow(_ row: Int, _ x0: Float, _ x1: Float, height: Float) {
    let (left, right) = x0 < x1 ? (x0, x1) : (x1, x0)
    let first = Int(left)
    let cell = cells + (row &* stride &+ first)
    let gap = left - Float(first)
    if right <= Float(first &+ 1) {
      // Inside one pixel: a trapezoid of which the mean distance from the left side is known.
      let share = height * ((gap + (right - Float(first))) * 0.5)
      cell[0] += height - share
      cell[1] += share
      mark(row, first, first &+ 1)
      return
    }
    // `rounded(.up)` would be a call: the instruction for it is newer than the oldest processors.
    let floor = Int(right)
    let end = Float(floor) < right ? floor &+ 1 : floor
    let perPixel = 1 / (right - left)
    let startGap = 1 - gap
    let firstArea = 0.5 * perPixel * startGap * startGap
    let endGap = right - Float(end &- 1)
    let lastArea = 0.5 * perPixel * endGap * endGap
    let count = end &- first
    cell[0] += height * firstArea
    if count == 2 {
      cell[1] += height * (1 - firstArea - lastArea)
    } else {
      let secondArea = perPixel * (startGap + 0.5)
      cell[1] += height * (secondArea - firstArea)
      let step = height * perPixel
      var index = 2
      while index < count &- 1 {
        cell[index] += step
        index &+= 1
      }
      let before = secondArea + Float(count &- 3) * perPixel
      cell[count &- 1] += height * (1 - before - lastArea)
    }
    cell[count] += height * lastArea
    mark(row, first, end)
  }

  @inline(__always)
  private func mark(_ row: Int, _ first: Int, _ last: Int) {
    let bits = touched + row &* words
    var block = first &>> 2
    let lastBlock = last &>> 2
    bits[block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
    while block < lastBlock {
      block &+= 1
      bits[block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
    }
  }
}
