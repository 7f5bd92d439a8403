internal import KilnGeometry
internal import KilnPixels

/// Accumulation buffer that converts line segments to exact area coverage.
///
/// Each cell stores the change of the covered area from the pixel to its left; a running sum along the row gives the
/// signed area of each pixel. So contours may be added in any order, and abutting edges cancel. One bit for every four
/// cells marks changes, so that a sweep visits only edges and fills the pixels between them as spans.
///
/// A signed area is the coverage of a pixel only if the winding numbers inside of it span at most two adjacent integers;
/// `OverlapResolver` corrects all other pixels.
///
/// A view by raw pointers of memory that a `CoverageBuffer` owns: bounds and ownership checks for every cell took a
/// third of the time of small shapes.
struct CoverageGrid {
  let region: PixelRect
  /// Rows of the region that there are cells for, counted from its top.
  let rows: Range<Int>
  /// Address of the first cell of the region's first row, or where it would be.
  let cells: UnsafeMutablePointer<Float>
  /// Bit set with one bit for four cells; likewise.
  let touched: UnsafeMutablePointer<UInt64>
  /// Cells in a row: a multiple of four, at least the region's width plus two.
  let stride: Int
  /// Words of `touched` in a row.
  let words: Int

  /// Whether there are cells for all rows of the region.
  var isWhole: Bool { rows.count == region.height }

  /// Adds a rectangle mapped by a transform that may rotate it.
  func add(_ rect: Rect, transform: Affine) {
    if isWhole {
      var accumulator = CoverageAccumulator(grid: self)
      accumulator.add(rect, transform: transform)
    } else {
      var accumulator = BandAccumulator(grid: self)
      accumulator.add(rect, transform: transform)
    }
  }

  /// Adds an outline; parameters as for `RowLineSink`.
  @inline(__always)
  func add(_ outline: FlatOutline, offset: Point, isInside: Bool) {
    if isWhole {
      var accumulator = CoverageAccumulator(grid: self)
      accumulator.add(outline, offset: offset, isInside: isInside)
    } else {
      var accumulator = BandAccumulator(grid: self)
      accumulator.add(outline, offset: offset, isInside: isInside)
    }
  }

  /// Adds the area to the right of a line inside one row. `height` is signed; both ends lie inside the region.
  @inline(__always)
  func addArea(_ row: Int, _ x0: Float, _ x1: Float, height: Float) {
    let (left, right) = x0 < x1 ? (x0, x1) : (x1, x0)
    let first = Self.column(left, -0.5)
    let cell = cells + (row &* stride &+ first)
    let gap = left - Float(first)
    if right <= Float(first &+ 1) {
      // Inside one pixel: a trapezoid, by the mean distance of its slanted side from the left.
      let share = height * ((gap + (right - Float(first))) * 0.5)
      cell[0] += height - share
      cell[1] += share
      touch(row, first, first &+ 1)
      return
    }
    let end = Self.column(right, 0.5)
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
    touch(row, first, end)
  }

  /// `x` rounded down for a `half` of -0.5, rounded up for 0.5. At integers either neighbour may result, because no area
  /// lies between.
  ///
  /// Rounded by adding 1.5 · 2²³ as in `sweep`: `Int(_: Float)` has three trap checks, and `rounded(.up)` is a function
  /// call on the x86-64 baseline.
  @inline(__always)
  private static func column(_ x: Float, _ half: Float) -> Int {
    Int(truncatingIfNeeded: (x + half + 12_582_912).bitPattern & 0x3F_FFFF)
  }

  /// Marks the blocks that contain the columns `first...last`.
  @inline(__always)
  func touch(_ row: Int, _ first: Int, _ last: Int) {
    let bits = touched + row &* words
    var block = first &>> 2
    let lastBlock = last &>> 2
    bits[block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
    while block < lastBlock {
      block &+= 1
      bits[block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
    }
  }

  /// The sum of the cells `first...last` of a row; cells in unmarked blocks are 0.
  func sum(in row: Int, from first: Int, to last: Int) -> Float {
    let bits = touched + row &* words
    var sum: Float = 0
    for word in first >> 8...last >> 8 {
      var blocks = bits[word]
      while blocks != 0 {
        let column = (word &<< 6 &+ blocks.trailingZeroBitCount) &<< 2
        blocks &= blocks &- 1
        for column in column..<column + 4 where first <= column && column <= last {
          sum += cells[row &* stride &+ column]
        }
      }
    }
    return sum
  }
}
