internal import KilnPixels

/// Connected regions in which a picture differs from a backdrop.
struct PixelClusters {
  /// Side of the cells by which pixels are connected: gaps of fewer pixels do not divide a region.
  private static let side = 4
  /// Most regions of a picture: with more, there is noise and no object.
  private static let maximumCount = 64

  /// A region: its pixels of the picture, transparent where it equals the backdrop.
  struct Cluster {
    /// Place on the canvas.
    var rect: PixelRect
    /// Premultiplied pixels.
    var bitmap: Pixmap
    /// Whether it looks the same above the backdrop as without it.
    var isSeparable: Bool
  }

  /// The regions of a picture in the order of their topmost cells; none if there are too many.
  ///
  /// - Parameter maximumArea: Pixels of a region's rectangle, at most; larger ones are left out.
  static func clusters(of picture: Pixmap, over backdrop: Pixmap, maximumArea: Int) -> [Cluster] {
    let cells = changedCells(picture, backdrop)
    guard cells.contains(true) else { return [] }
    let columns = (picture.width + side - 1) / side
    let (numbers, count) = numbered(cells, columns: columns)
    guard count <= maximumCount else { return [] }
    var rects = [PixelRect](repeating: .empty, count: count)
    for (cell, number) in numbers.enumerated() where number > 0 {
      let rect = PixelRect(x: cell % columns * side, y: cell / columns * side, width: side, height: side)
      rects[number - 1] = rects[number - 1].union(rect)
    }
    return rects.enumerated().compactMap { index, rect in
      let rect = rect.intersection(picture.bounds)
      guard rect.width * rect.height <= maximumArea else { return nil }
      return cluster(index + 1, rect, picture, backdrop, numbers, columns)
    }
  }

  /// Whether each cell has a pixel that differs.
  private static func changedCells(_ picture: Pixmap, _ backdrop: Pixmap) -> [Bool] {
    let width = picture.width
    let columns = (width + side - 1) / side
    var cells = [Bool](repeating: false, count: columns * ((picture.height + side - 1) / side))
    for y in 0..<picture.height {
      let row = y * width
      let first = y / side * columns
      for x in 0..<width where picture.pixels[row + x] != backdrop.pixels[row + x] { cells[first + x / side] = true }
    }
    return cells
  }

  /// Number of the connected region of each cell, from 1; 0 for cells of none.
  private static func numbered(_ cells: [Bool], columns: Int) -> (numbers: [Int], count: Int) {
    let rows = cells.count / columns
    var numbers = [Int](repeating: 0, count: cells.count)
    var count = 0
    var waiting: [Int] = []
    for start in cells.indices where cells[start] && numbers[start] == 0 {
      count += 1
      numbers[start] = count
      waiting.append(start)
      while let cell = waiting.popLast() {
        let (x, y) = (cell % columns, cell / columns)
        for row in max(0, y - 1)...min(rows - 1, y + 1) {
          for column in max(0, x - 1)...min(columns - 1, x + 1) {
            let next = row * columns + column
            guard cells[next], numbers[next] == 0 else { continue }
            numbers[next] = count
            waiting.append(next)
          }
        }
      }
    }
    return (numbers, count)
  }

  private static func cluster(
    _ number: Int, _ rect: PixelRect, _ picture: Pixmap, _ backdrop: Pixmap, _ numbers: [Int], _ columns: Int
  ) -> Cluster {
    var bitmap = Pixmap(width: rect.width, height: rect.height)
    var isSeparable = true
    for y in 0..<rect.height {
      let row = (rect.minY + y) * picture.width + rect.minX
      let cells = (rect.minY + y) / side * columns
      for x in 0..<rect.width where numbers[cells + (rect.minX + x) / side] == number {
        let pixel = picture.pixels[row + x]
        let behind = backdrop.pixels[row + x]
        guard pixel != behind else { continue }
        if pixel >> 24 < 255, behind != 0 { isSeparable = false }
        bitmap.pixels[y * rect.width + x] = pixel
      }
    }
    let bounds = bitmap.contentBounds
    return Cluster(
      rect: PixelRect(
        x: rect.minX + bounds.minX, y: rect.minY + bounds.minY, width: bounds.width, height: bounds.height),
      bitmap: bounds == bitmap.bounds ? bitmap : bitmap.cropped(to: bounds), isSeparable: isSeparable)
  }
}
