internal import KilnPixels

/// Covers a set of blocks with few rectangles of little area.
struct RectangleCover {
  private let mask: BlockMask
  /// Blocks that a rectangle more must save.
  private let overhead: Int
  /// Heights of empty columns above a row, for the search of empty rectangles.
  private var heights: [Int] = []
  private var stack: [(start: Int, height: Int)] = []
  private var found: [PixelRect] = []

  /// Most rectangles of a set; beyond it they are not divided any more.
  private static let maximumCount = 256

  /// Disjoint rectangles, in blocks, that contain all blocks of a set.
  ///
  /// - Parameter overhead: Cost of a rectangle beside its area, in blocks.
  static func rectangles(of mask: BlockMask, overhead: Int) -> [PixelRect] {
    var cover = RectangleCover(mask: mask, overhead: max(1, overhead))
    cover.add(PixelRect(x: 0, y: 0, width: mask.columns, height: mask.rows))
    return cover.found.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  private init(mask: BlockMask, overhead: Int) {
    (self.mask, self.overhead) = (mask, overhead)
  }

  /// Adds rectangles for the blocks inside one.
  private mutating func add(_ rect: PixelRect) {
    var waiting = [rect]
    while let next = waiting.popLast() {
      let bounds = mask.bounds(in: next)
      guard !bounds.isEmpty else { continue }
      let parts = divided(bounds)
      if parts.count > 1, found.count + waiting.count < Self.maximumCount {
        waiting += parts
      } else {
        found.append(bounds)
      }
    }
  }

  /// The rectangle without its largest empty part, if that saves enough; else the rectangle itself.
  private mutating func divided(_ rect: PixelRect) -> [PixelRect] {
    let hole = largestHole(in: rect)
    guard !hole.isEmpty else { return [rect] }
    let area = rect.width * rect.height
    let ways = [Self.bands(of: rect, around: hole), Self.columns(of: rect, around: hole)].map { parts in
      parts.map { mask.bounds(in: $0) }.filter { !$0.isEmpty }
    }
    let costs = ways.map { parts in parts.reduce(0) { $0 + $1.width * $1.height + overhead } }
    guard let least = costs.min(), let best = costs.firstIndex(of: least), least < area + overhead else {
      return [rect]
    }
    return ways[best]
  }

  private static func bands(of rect: PixelRect, around hole: PixelRect) -> [PixelRect] {
    [
      PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: hole.minY),
      PixelRect(minX: rect.minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY),
      PixelRect(minX: hole.maxX, minY: hole.minY, maxX: rect.maxX, maxY: hole.maxY),
      PixelRect(minX: rect.minX, minY: hole.maxY, maxX: rect.maxX, maxY: rect.maxY),
    ]
  }

  private static func columns(of rect: PixelRect, around hole: PixelRect) -> [PixelRect] {
    [
      PixelRect(minX: rect.minX, minY: rect.minY, maxX: hole.minX, maxY: rect.maxY),
      PixelRect(minX: hole.minX, minY: rect.minY, maxX: hole.maxX, maxY: hole.minY),
      PixelRect(minX: hole.minX, minY: hole.maxY, maxX: hole.maxX, maxY: rect.maxY),
      PixelRect(minX: hole.maxX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY),
    ]
  }

  /// The largest rectangle without blocks of the set, as the largest rectangle under a histogram in each row.
  private mutating func largestHole(in rect: PixelRect) -> PixelRect {
    var best = PixelRect.empty
    var bestArea = 0
    heights = [Int](repeating: 0, count: rect.width + 1)
    for y in rect.minY..<rect.maxY {
      for x in 0..<rect.width {
        heights[x] = mask.cells[y * mask.columns + rect.minX + x] ? 0 : heights[x] + 1
      }
      stack.removeAll(keepingCapacity: true)
      for x in 0...rect.width {
        var start = x
        while let last = stack.last, last.height > heights[x] {
          start = last.start
          let area = last.height * (x - last.start)
          if area > bestArea {
            bestArea = area
            best = PixelRect(
              minX: rect.minX + last.start, minY: y + 1 - last.height, maxX: rect.minX + x, maxY: y + 1)
          }
          stack.removeLast()
        }
        if heights[x] > stack.last?.height ?? 0 { stack.append((start, heights[x])) }
      }
    }
    return best
  }
}
