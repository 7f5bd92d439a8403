package import KilnPixels

/// The distinct pictures of an atlas.
package struct CellTable {
  /// A cell, and how it is mirrored.
  package struct Use: Sendable, Hashable {
    package var cell: Int
    package var flip = CellFlip.none
  }

  package private(set) var cells: [Pixmap] = []
  /// Number of pixels of all cells.
  package private(set) var area = 0
  /// Index of the only cell with a fingerprint, which is not in `known` yet; nil as soon as all such cells are in
  /// `known`.
  private var alone: [PictureFingerprint: Int?] = [:]
  private var known: [Pixmap: Int] = [:]
  /// Whether mirrored pictures share a cell.
  private let mergesMirrored: Bool

  package init(mergesMirrored: Bool) {
    self.mergesMirrored = mergesMirrored
  }

  /// The cell that shows a picture; a new one if there is none.
  package mutating func insert(_ picture: Pixmap) -> Use { insert(picture, PictureFingerprint(picture)) }

  /// The cell that shows a picture with a fingerprint; a new one if there is none.
  package mutating func insert(_ picture: Pixmap, _ fingerprint: PictureFingerprint) -> Use {
    guard let only = alone[fingerprint] else {
      alone[fingerprint] = .some(cells.count)
      return add(picture)
    }
    if let only {
      known[cells[only]] = only
      alone[fingerprint] = .some(nil)
    }
    if let cell = known[picture] { return Use(cell: cell) }
    if mergesMirrored {
      for flip in CellFlip.mirrors {
        if let cell = known[picture.flipped(flip)] { return Use(cell: cell, flip: flip) }
      }
    }
    known[picture] = cells.count
    return add(picture)
  }

  private mutating func add(_ picture: Pixmap) -> Use {
    cells.append(picture)
    area += picture.pixels.count
    return Use(cell: cells.count - 1)
  }
}

/// Checksum that is the same for pictures that are equal, or mirror each other. Most others differ in it, so that their
/// pixels need not be hashed in every direction, which takes longer than drawing them.
package struct PictureFingerprint: Sendable, Hashable {
  private let width: Int
  private let height: Int
  private var sum: UInt64 = 0

  init(_ picture: Pixmap) {
    (width, height) = (picture.width, picture.height)
    for pixel in picture.pixels {
      let mixed = (pixel ^ pixel >> 15) &* 0x9E37_79B1
      sum &+= UInt64(mixed ^ mixed >> 13)
    }
  }
}
