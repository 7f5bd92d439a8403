package import KilnPixels

/// Mirroring of a cell of an atlas where it is shown.
package struct CellFlip: Sendable, Hashable {
  /// Whether left and right are exchanged.
  var horizontal = false
  /// Whether top and bottom are exchanged.
  var vertical = false

  static let none = CellFlip()
  /// All that are not `none`.
  package static let mirrors = [
    CellFlip(horizontal: true), CellFlip(vertical: true), CellFlip(horizontal: true, vertical: true),
  ]
}

extension Pixmap {
  /// The pixmap mirrored.
  func flipped(_ flip: CellFlip) -> Pixmap {
    var result = self
    guard flip != .none else { return result }
    for y in 0..<height {
      let row = (flip.vertical ? height - 1 - y : y) * width
      for x in 0..<width { result.pixels[y * width + x] = pixels[row + (flip.horizontal ? width - 1 - x : x)] }
    }
    return result
  }

  /// The pixmap turned by a quarter.
  package func turned(_ turn: QuarterTurn) -> Pixmap {
    var result = Pixmap(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width {
        switch turn {
        case .clockwise: result.pixels[x * height + (height - 1 - y)] = pixels[y * width + x]
        case .counterclockwise: result.pixels[(width - 1 - x) * height + y] = pixels[y * width + x]
        }
      }
    }
    return result
  }
}

/// Direction in which a cell is turned on a page.
package enum QuarterTurn: Sendable, Hashable {
  /// The top left corner of the cell is at the top right on the page.
  case clockwise
  /// The top left corner of the cell is at the bottom left on the page.
  case counterclockwise
}
