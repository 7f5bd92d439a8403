internal import KilnPixels

/// Reusable memory for the coverage of one fill at a time.
struct CoverageBuffer {
  private var cells: [Float] = []
  private var touched: [UInt64] = []
  private var scratch = Scratch()

  /// Scratch memory besides the grid.
  struct Scratch {
    var outline = FlatOutline()
    var overlaps = OverlapFinder()
    var resolver = OverlapResolver()
  }

  /// Calls `body` with an empty grid over some rows of a region, and with scratch memory.
  ///
  /// `body` must sweep what it adds, because a sweep leaves the grid empty for the next call. The memory never shrinks.
  @inline(__always)
  mutating func withGrid(_ region: PixelRect, _ rows: Range<Int>, _ body: (CoverageGrid, inout Scratch) -> Void) {
    Self.withGrid(region, rows, &cells, &touched, &scratch, body)
  }

  @inline(__always)
  private static func withGrid(
    _ region: PixelRect, _ rows: Range<Int>, _ cells: inout [Float], _ touched: inout [UInt64],
    _ scratch: inout Scratch, _ body: (CoverageGrid, inout Scratch) -> Void
  ) {
    let stride = (region.width + 2 + 3) & ~3
    let words = (stride / 4 + 63) / 64
    let cellCount = stride * rows.count
    if cells.count < cellCount { cells.append(contentsOf: repeatElement(0, count: cellCount - cells.count)) }
    let wordCount = words * rows.count
    if touched.count < wordCount { touched.append(contentsOf: repeatElement(0, count: wordCount - touched.count)) }
    cells.withUnsafeMutableBufferPointer { cells in
      touched.withUnsafeMutableBufferPointer { touched in
        guard let cells = cells.baseAddress, let touched = touched.baseAddress else { return }
        let grid = CoverageGrid(
          region: region, rows: rows, cells: cells - rows.lowerBound * stride,
          touched: touched - rows.lowerBound * words, stride: stride, words: words)
        body(grid, &scratch)
      }
    }
  }
}
