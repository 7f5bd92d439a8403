/// Places rectangles on a page without rotating them (MaxRects, bottom edge first).
enum RectanglePacker {
  /// Top left corner of a rectangle.
  struct Place: Hashable {
    var x: Int
    var y: Int
  }

  struct Packing {
    var width: Int
    var height: Int
    /// One for each rectangle, in the order given.
    var places: [Place]
  }

  /// The packing of least area among some page widths; nil if none stays within `maximumSide`.
  static func pack(_ sizes: [(width: Int, height: Int)], maximumSide: Int) -> Packing? {
    let area = sizes.reduce(0) { $0 + $1.width * $1.height }
    let widest = sizes.reduce(1) { max($0, $1.width) }
    guard widest <= maximumSide, area / maximumSide <= maximumSide else { return nil }
    let square = Int(Double(area).squareRoot().rounded(.up))
    // Largest first: what is hard to place finds most room.
    let order = sizes.indices.sorted {
      (max(sizes[$0].width, sizes[$0].height), $1) > (max(sizes[$1].width, sizes[$1].height), $0)
    }
    var best: Packing?
    var last: Int?
    for percent in [100, 105, 110, 120, 135, 150, 200, 400] {
      let width = min(maximumSide, max(widest, square * percent / 100))
      if width == last { continue }
      last = width
      guard let packing = pack(sizes, order, width: width, maximumHeight: maximumSide) else { continue }
      if packing.width * packing.height < best.map({ $0.width * $0.height }) ?? .max { best = packing }
    }
    return best
  }

  private static func pack(
    _ sizes: [(width: Int, height: Int)], _ order: [Int], width: Int, maximumHeight: Int
  ) -> Packing? {
    var free = [FreeRectangle(x: 0, y: 0, width: width, height: maximumHeight)]
    var packing = Packing(width: 0, height: 0, places: Array(repeating: Place(x: 0, y: 0), count: sizes.count))
    for index in order {
      let (width, height) = sizes[index]
      guard let place = bestPlace(width, height, in: free) else { return nil }
      packing.places[index] = place
      packing.width = max(packing.width, place.x + width)
      packing.height = max(packing.height, place.y + height)
      let used = FreeRectangle(x: place.x, y: place.y, width: width, height: height)
      free = remaining(free, without: used)
    }
    return packing
  }

  private struct FreeRectangle: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func contains(_ other: FreeRectangle) -> Bool {
      other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    func overlaps(_ other: FreeRectangle) -> Bool {
      other.x < x + width && other.x + other.width > x && other.y < y + height && other.y + other.height > y
    }
  }

  /// The topmost place; of several the one that leaves the least beside it.
  private static func bestPlace(_ width: Int, _ height: Int, in free: [FreeRectangle]) -> Place? {
    var best: (bottom: Int, rest: Int, place: Place)?
    for rectangle in free where rectangle.width >= width && rectangle.height >= height {
      let candidate = (rectangle.y + height, rectangle.width - width, Place(x: rectangle.x, y: rectangle.y))
      if best == nil || (candidate.0, candidate.1) < (best?.bottom ?? 0, best?.rest ?? 0) { best = candidate }
    }
    return best?.place
  }

  /// The free rectangles, as large as can be, that are left when a part is used.
  private static func remaining(_ free: [FreeRectangle], without used: FreeRectangle) -> [FreeRectangle] {
    var kept: [FreeRectangle] = []
    var split: [FreeRectangle] = []
    for rectangle in free {
      guard rectangle.overlaps(used) else {
        kept.append(rectangle)
        continue
      }
      let right = rectangle.x + rectangle.width
      let bottom = rectangle.y + rectangle.height
      split.append(FreeRectangle(x: rectangle.x, y: rectangle.y, width: used.x - rectangle.x, height: rectangle.height))
      split.append(
        FreeRectangle(
          x: used.x + used.width, y: rectangle.y, width: right - used.x - used.width, height: rectangle.height))
      split.append(FreeRectangle(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: used.y - rectangle.y))
      split.append(
        FreeRectangle(
          x: rectangle.x, y: used.y + used.height, width: rectangle.width, height: bottom - used.y - used.height))
    }
    split.removeAll { $0.width <= 0 || $0.height <= 0 }
    for (index, rectangle) in split.enumerated() {
      let isCovered =
        kept.contains { $0.contains(rectangle) }
        || split.enumerated().contains { other, candidate in
          other != index && candidate.contains(rectangle) && (candidate != rectangle || other < index)
        }
      if !isCovered { kept.append(rectangle) }
    }
    return kept
  }
}
