internal import KilnPixels

/// A canvas divided into square blocks; those at the right and bottom edges may be smaller.
struct BlockGrid: Sendable, Hashable {
  /// Columns of the canvas in pixels.
  let width: Int
  /// Rows of the canvas in pixels.
  let height: Int
  /// Side of a block in pixels.
  let side: Int
  /// Number of blocks in a row.
  let columns: Int
  /// Number of rows of blocks.
  let rows: Int

  /// A grid with blocks that are small enough for details, and not too many.
  init(width: Int, height: Int) {
    self.init(width: width, height: height, side: max(width, height) > 1024 ? 16 : 8)
  }

  init(width: Int, height: Int, side: Int) {
    (self.width, self.height, self.side) = (width, height, side)
    columns = (width + side - 1) / side
    rows = (height + side - 1) / side
  }

  /// Number of blocks.
  var count: Int { columns * rows }

  /// Pixels of a block.
  func pixels(of block: Int) -> PixelRect { pixels(of: cell(block)) }

  /// Pixels of a rectangle of blocks.
  func pixels(of rect: PixelRect) -> PixelRect {
    PixelRect(
      minX: rect.minX * side, minY: rect.minY * side, maxX: min(width, rect.maxX * side),
      maxY: min(height, rect.maxY * side))
  }

  private func cell(_ block: Int) -> PixelRect {
    PixelRect(x: block % columns, y: block / columns, width: 1, height: 1)
  }
}

/// A set of blocks of a grid.
struct BlockMask: Sendable, Hashable {
  let columns: Int
  let rows: Int
  private(set) var cells: [Bool]
  private(set) var count = 0

  /// An empty set.
  init(_ grid: BlockGrid) {
    (columns, rows) = (grid.columns, grid.rows)
    cells = [Bool](repeating: false, count: grid.count)
  }

  /// Adds a block.
  mutating func insert(_ block: Int) {
    if !cells[block] { count += 1 }
    cells[block] = true
  }

  /// Number of blocks in a rectangle.
  func count(in rect: PixelRect) -> Int {
    var count = 0
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX where cells[y * columns + x] { count += 1 }
    }
    return count
  }

  /// The smallest rectangle that contains all blocks of the set inside a rectangle.
  func bounds(in rect: PixelRect) -> PixelRect {
    var bounds = PixelRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      for x in rect.minX..<rect.maxX where cells[y * columns + x] {
        bounds.minX = min(bounds.minX, x)
        bounds.maxX = max(bounds.maxX, x + 1)
        bounds.minY = min(bounds.minY, y)
        bounds.maxY = y + 1
      }
    }
    return bounds.isEmpty ? .empty : bounds
  }
}
