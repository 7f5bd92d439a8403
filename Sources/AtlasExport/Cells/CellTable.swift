internal import Pixels

/// The pictures of an atlas, equal ones once.
struct CellTable {
  /// A cell, and how it is mirrored.
  struct Use: Sendable, Hashable {
    var cell: Int
    var flip = CellFlip.none
  }

  private(set) var cells: [Pixmap] = []
  /// Number of pixels of all cells.
  private(set) var area = 0
  private var known: [Pixmap: Int] = [:]
  /// Whether a picture that is another one mirrored is no cell of its own.
  private let mergesMirrored: Bool

  init(mergesMirrored: Bool) {
    self.mergesMirrored = mergesMirrored
  }

  /// The cell that shows a picture; a new one if there is none.
  mutating func insert(_ picture: Pixmap) -> Use {
    if let cell = known[picture] { return Use(cell: cell) }
    if mergesMirrored {
      for flip in CellFlip.mirrors {
        if let cell = known[picture.flipped(flip)] { return Use(cell: cell, flip: flip) }
      }
    }
    known[picture] = cells.count
    cells.append(picture)
    area += picture.pixels.count
    return Use(cell: cells.count - 1)
  }
}
