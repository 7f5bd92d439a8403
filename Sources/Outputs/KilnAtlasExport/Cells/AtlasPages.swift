internal import KilnDiagnostics
internal import KilnPixels

/// Cells on pages.
struct AtlasPages {
  /// Page, position and size of a cell.
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
    /// Pixels around it that repeat its edge, as far as the page has them.
    var extrusion = 0

    /// The rectangle on the page.
    var rect: PixelRect {
      PixelRect(x: x, y: y, width: isTurned ? height : width, height: isTurned ? width : height)
    }
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
        Region(
          page: 0, x: x, y: extrusion, width: cell.width, height: cell.height, isTurned: false, extrusion: extrusion))
      x += cell.width + 2 * extrusion + gap
    }
    let height = cells.reduce(0) { max($0, $1.height) } + 2 * extrusion
    sizes = [PackingProblem.Extent(width: x - gap - extrusion, height: height)]
  }

  /// Packed pages.
  ///
  /// - Parameter extrusions: Pixels around each cell that repeat its edge.
  init(_ pages: [PackedPage], cells: [Pixmap], extrusions: [Int]) {
    sizes = pages.map(\.size)
    var regions = zip(cells, extrusions).map {
      Region(page: 0, x: 0, y: 0, width: $0.width, height: $0.height, isTurned: false, extrusion: $1)
    }
    for (number, page) in pages.enumerated() {
      for (cell, place) in zip(page.members, page.places) {
        regions[cell].page = number
        regions[cell].x = place.x + extrusions[cell]
        regions[cell].y = place.y + extrusions[cell]
        regions[cell].isTurned = place.isTurned
      }
    }
    self.regions = regions
  }

  /// Cuts what is around the cells at the edges of pages, where hardware repeats the last pixels anyway.
  mutating func cutEdges() {
    for page in sizes.indices {
      var used = PixelRect(x: 0, y: 0, width: 0, height: 0)
      for region in regions where region.page == page { used = used.union(region.rect) }
      guard !used.isEmpty else { continue }
      sizes[page] = PackingProblem.Extent(width: used.width, height: used.height)
      for cell in regions.indices where regions[cell].page == page {
        regions[cell].x -= used.minX
        regions[cell].y -= used.minY
      }
    }
  }

  /// Bytes of all pages decoded, 4 a pixel.
  var decodedBytes: Int { sizes.reduce(0) { $0 + $1.area * 4 } }

  /// The pixels of a page.
  func picture(of page: Int, cells: [Pixmap], turn: QuarterTurn) -> Pixmap {
    var picture = Pixmap(width: sizes[page].width, height: sizes[page].height)
    for (cell, region) in zip(cells, regions) where region.page == page {
      picture.copy(region.isTurned ? cell.turned(turn) : cell, x: region.x, y: region.y)
      picture.extrude(region.rect, by: region.extrusion)
    }
    return picture
  }
}

extension Pixmap {
  /// Repeats the edges of a rectangle around it, corners included, as far as the pixmap goes.
  ///
  /// - Precondition: The rectangle lies inside the pixmap.
  fileprivate mutating func extrude(_ rect: PixelRect, by count: Int) {
    guard count > 0, !rect.isEmpty else { return }
    let around = PixelRect(
      minX: rect.minX - count, minY: rect.minY - count, maxX: rect.maxX + count, maxY: rect.maxY + count
    ).intersection(bounds)
    for y in rect.minY..<rect.maxY {
      for x in around.minX..<rect.minX { self[x, y] = self[rect.minX, y] }
      for x in rect.maxX..<around.maxX { self[x, y] = self[rect.maxX - 1, y] }
    }
    for x in around.minX..<around.maxX {
      for y in around.minY..<rect.minY { self[x, y] = self[x, rect.minY] }
      for y in rect.maxY..<around.maxY { self[x, y] = self[x, rect.maxY - 1] }
    }
  }
}
