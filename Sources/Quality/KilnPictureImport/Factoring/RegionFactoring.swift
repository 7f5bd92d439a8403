internal import KilnPixels

/// Divides pictures into regions that are shown in the same pictures.
struct RegionFactoring {
  /// Blocks that show something in the same pictures.
  private struct Group {
    /// Pictures, a bit each.
    var pictures: [UInt64]
    /// Blocks with the label of what they show.
    var blocks: [(block: Int, label: Int32)] = []
  }

  private let pictures: [Pixmap]
  private let contents: BlockContents
  private let grid: BlockGrid
  /// Cost of a bitmap beside its area, in pixels.
  private let overhead: Int
  /// Label of the background of each block; empty where there is none.
  private var background: [Int32]
  /// For each picture, the label of each block that no region shows; empty for all others.
  private var rest: [[Int32]]
  private var found: [PicturePart] = []

  /// - Parameters:
  ///   - contents: What the blocks of the pictures show.
  ///   - overhead: Cost of a bitmap beside its area, in pixels.
  init(_ pictures: [Pixmap], _ contents: BlockContents, overhead: Int) {
    (self.pictures, self.contents, self.overhead) = (pictures, contents, overhead)
    grid = contents.grid
    background = [Int32](repeating: BlockContents.empty, count: grid.count)
    rest = pictures.map { [grid] _ in [Int32](repeating: BlockContents.empty, count: grid.count) }
  }

  /// The parts from back to front; nil if there are more than a number of them.
  consuming func parts(atMost maximum: Int) -> [PicturePart]? {
    for group in divided() {
      add(group)
      guard found.count <= maximum else { return nil }
    }
    for picture in pictures.indices {
      addRest(of: picture)
      guard found.count <= maximum else { return nil }
    }
    return found
  }

  /// Groups of blocks by the pictures that show them, the background first; what one picture shows alone is left.
  private mutating func divided() -> [Group] {
    let words = (pictures.count + 63) / 64
    let all = (0..<words).map { word in
      (0..<min(64, pictures.count - word * 64)).reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    }
    var groups = [Group(pictures: all)]
    var positions = [all: 0]
    for block in 0..<grid.count {
      if contents.isOpaque[block] {
        background[block] = contents.mostFrequentLabel(of: block)
        groups[0].blocks.append((block, background[block]))
      }
      for (label, shown) in distinct(block) where label != background[block] {
        let set = Self.bits(shown, words: words)
        if shown.count == 1 {
          rest[shown[0]][block] = label
        } else if let position = positions[set] {
          groups[position].blocks.append((block, label))
        } else {
          positions[set] = groups.count
          groups.append(Group(pictures: set, blocks: [(block, label)]))
        }
      }
    }
    return groups
  }

  /// What a block shows, with the pictures that show it, in the order of these.
  private func distinct(_ block: Int) -> [(label: Int32, pictures: [Int])] {
    var result: [(label: Int32, pictures: [Int])] = []
    var positions: [Int32: Int] = [:]
    for (picture, label) in contents.labels(of: block).enumerated() where label != BlockContents.empty {
      if let position = positions[label] {
        result[position].pictures.append(picture)
      } else {
        positions[label] = result.count
        result.append((label, [picture]))
      }
    }
    return result
  }

  private static func bits(_ pictures: [Int], words: Int) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    for picture in pictures { bits[picture / 64] |= 1 << UInt64(picture % 64) }
    return bits
  }

  /// Adds the parts of a group that are worth a bitmap; leaves the others to the pictures.
  private mutating func add(_ group: Group) {
    guard !group.blocks.isEmpty else { return }
    let shown = pictures.indices.filter { group.pictures[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    let isBackground = shown.count == pictures.count
    let blockArea = grid.side * grid.side
    let saved = group.blocks.count * blockArea * (shown.count - 1)
    var labels = [Int32](repeating: BlockContents.empty, count: isBackground || saved > overhead ? grid.count : 0)
    var rects: [PixelRect] = []
    if isBackground || saved > overhead {
      var mask = BlockMask(grid)
      for (block, label) in group.blocks {
        mask.insert(block)
        labels[block] = label
      }
      rects = RectangleCover.rectangles(of: mask, overhead: overhead / blockArea).filter { rect in
        let area = grid.pixels(of: rect).width * grid.pixels(of: rect).height
        return isBackground || area + overhead < mask.count(in: rect) * blockArea * shown.count
      }
    }
    var isTaken = [Bool](repeating: false, count: labels.count)
    for rect in rects {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { isTaken[y * grid.columns + x] = true }
      }
      add(isBackground ? .background : .region, rect, labels, shown)
    }
    for (block, label) in group.blocks where isTaken.isEmpty || !isTaken[block] {
      for picture in shown { rest[picture][block] = label }
    }
  }

  /// Adds what is left of a picture.
  private mutating func addRest(of picture: Int) {
    let labels = rest[picture]
    var mask = BlockMask(grid)
    for (block, label) in labels.enumerated() where label != BlockContents.empty { mask.insert(block) }
    guard mask.count > 0 else { return }
    for rect in RectangleCover.rectangles(of: mask, overhead: overhead / (grid.side * grid.side)) {
      add(.rest, rect, labels, [picture])
    }
  }

  /// Adds the blocks of a rectangle that have a label, without the margins that show nothing new.
  private mutating func add(_ role: PicturePart.Role, _ rect: PixelRect, _ labels: [Int32], _ shown: [Int]) {
    let area = grid.pixels(of: rect)
    var bitmap = Pixmap(width: area.width, height: area.height)
    var needed = PixelRect.empty
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let block = y * grid.columns + x
        guard labels[block] != BlockContents.empty else { continue }
        let pixels = grid.pixels(of: block)
        let source = pictures[Int(labels[block])]
        copy(pixels, of: source, to: &bitmap, area)
        let below = role == .background ? BlockContents.empty : background[block]
        needed = needed.union(Self.changed(source, below < 0 ? nil : pictures[Int(below)], pixels))
      }
    }
    guard !needed.isEmpty else { return }
    let inside = PixelRect(
      x: needed.minX - area.minX, y: needed.minY - area.minY, width: needed.width, height: needed.height)
    found.append(
      PicturePart(
        role: role, bitmap: bitmap.cropped(to: inside),
        places: shown.map { PicturePart.Place(picture: $0, x: needed.minX, y: needed.minY) }))
  }

  private func copy(_ pixels: PixelRect, of source: Pixmap, to bitmap: inout Pixmap, _ area: PixelRect) {
    for y in pixels.minY..<pixels.maxY {
      let from = y * source.width
      let to = (y - area.minY) * bitmap.width - area.minX
      for x in pixels.minX..<pixels.maxX { bitmap.pixels[to + x] = source.pixels[from + x] }
    }
  }

  /// The rectangle of a block's pixels that differ from what is below; from nothing, those that are visible.
  private static func changed(_ picture: Pixmap, _ below: Pixmap?, _ pixels: PixelRect) -> PixelRect {
    var changed = PixelRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
    for y in pixels.minY..<pixels.maxY {
      for x in pixels.minX..<pixels.maxX {
        let index = y * picture.width + x
        guard picture.pixels[index] != below?.pixels[index] ?? 0 else { continue }
        changed.minX = min(changed.minX, x)
        changed.maxX = max(changed.maxX, x + 1)
        changed.minY = min(changed.minY, y)
        changed.maxY = y + 1
      }
    }
    return changed.minX == .max ? .empty : changed
  }
}
