internal import Diagnostics
internal import Pixels

/// Cells on pages.
struct AtlasPages {
  /// Where a cell is.
  struct Region: Sendable, Hashable {
    var page: Int
    /// Column of its first pixel.
    var x: Int
    /// Row of its first pixel.
    var y: Int
    /// Size of the cell; on the page, a turned one has them exchanged.
    var width: Int
    var height: Int
    var isTurned: Bool
  }

  /// Size of each page.
  private(set) var sizes: [PackingProblem.Extent]
  /// Region of each cell.
  private(set) var regions: [Region]

  /// A page for each cell, of the cell's size.
  init(separate cells: [Pixmap]) {
    sizes = cells.map { PackingProblem.Extent(width: $0.width, height: $0.height) }
    regions = cells.enumerated().map {
      Region(page: $0, x: 0, y: 0, width: $1.width, height: $1.height, isTurned: false)
    }
  }

  /// All cells on one page, side by side in their order.
  ///
  /// - Parameter gap: Pixels between cells.
  init(strip cells: [Pixmap], gap: Int, extrusion: Int) {
    var x = extrusion
    regions = []
    for cell in cells {
      regions.append(
        Region(page: 0, x: x, y: extrusion, width: cell.width, height: cell.height, isTurned: false))
      x += cell.width + 2 * extrusion + gap
    }
    let height = cells.reduce(0) { max($0, $1.height) } + 2 * extrusion
    sizes = [PackingProblem.Extent(width: x - gap - extrusion, height: height)]
  }

  /// Packed pages.
  ///
  /// - Parameter extrusion: Pixels around each cell that repeat its edge.
  init(_ pages: [PackedPage], cells: [Pixmap], extrusion: Int) {
    sizes = pages.map(\.size)
    var regions = cells.map {
      Region(page: 0, x: 0, y: 0, width: $0.width, height: $0.height, isTurned: false)
    }
    for (number, page) in pages.enumerated() {
      for (cell, place) in zip(page.members, page.places) {
        regions[cell].page = number
        regions[cell].x = place.x + extrusion
        regions[cell].y = place.y + extrusion
        regions[cell].isTurned = place.isTurned
      }
    }
    self.regions = regions
  }

  /// Bytes of all pages decoded, 4 a pixel.
  var decodedBytes: Int { sizes.reduce(0) { $0 + $1.area * 4 } }

  /// The pixels of a page.
  func picture(of page: Int, cells: [Pixmap], turn: QuarterTurn, extrusion: Int) -> Pixmap {
    var picture = Pixmap(width: sizes[page].width, height: sizes[page].height)
    for (cell, region) in zip(cells, regions) where region.page == page {
      let shown = region.isTurned ? cell.turned(turn) : cell
      picture.copy(shown, x: region.x, y: region.y)
      picture.extrude(PixelRect(x: region.x, y: region.y, width: shown.width, height: shown.height), by: extrusion)
    }
    return picture
  }
}

extension Pixmap {
  /// Repeats the edges of a rectangle around it, corners included.
  ///
  /// - Precondition: The rectangle and what is repeated lie inside the pixmap.
  fileprivate mutating func extrude(_ rect: PixelRect, by count: Int) {
    guard count > 0, !rect.isEmpty else { return }
    for y in rect.minY..<rect.maxY {
      for x in 1...count {
        self[rect.minX - x, y] = self[rect.minX, y]
        self[rect.maxX - 1 + x, y] = self[rect.maxX - 1, y]
      }
    }
    for x in rect.minX - count..<rect.maxX + count {
      for y in 1...count {
        self[x, rect.minY - y] = self[x, rect.minY]
        self[x, rect.maxY - 1 + y] = self[x, rect.maxY - 1]
      }
    }
  }
}
