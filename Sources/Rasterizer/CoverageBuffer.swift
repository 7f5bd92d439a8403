internal import Geometry
internal import Pixels

/// Memory for the coverage of one shape at a time.
struct CoverageBuffer {
  private var cells: [Float] = []
  private var touched: [UInt64] = []
  private var scratch = Scratch()

  /// What is not part of a grid.
  struct Scratch {
    var outline = FlatOutline()
    var overlaps = OverlapFinder()
    var resolver = OverlapResolver()
  }

  /// Calls `body` with a grid over a region in which nothing is covered, and with other memory.
  ///
  /// A sweep leaves the grid empty again, so `body` must sweep what it adds; the memory only ever grows.
  @inline(__always)
  mutating func withGrid(_ region: PixelRect, _ body: (CoverageGrid, inout Scratch) -> Void) {
    Self.withGrid(region, &cells, &touched, &scratch, body)
  }

  @inline(__always)
  private static func withGrid(
    _ region: PixelRect, _ cells: inout [Float], _ touched: inout [UInt64], _ scratch: inout Scratch,
    _ body: (CoverageGrid, inout Scratch) -> Void
  ) {
    let stride = (region.width + 2 + 3) & ~3
    let words = (stride / 4 + 63) / 64
    let cellCount = stride * region.height
    if cells.count < cellCount { cells.append(contentsOf: repeatElement(0, count: cellCount - cells.count)) }
    let wordCount = words * region.height
    if touched.count < wordCount { touched.append(contentsOf: repeatElement(0, count: wordCount - touched.count)) }
    cells.withUnsafeMutableBufferPointer { cells in
      touched.withUnsafeMutableBufferPointer { touched in
        guard let cells = cells.baseAddress, let touched = touched.baseAddress else { return }
        body(CoverageGrid(region: region, cells: cells, touched: touched, stride: stride, words: words), &scratch)
      }
    }
  }
}
