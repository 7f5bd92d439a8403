/// A page of which only the lower edge of what is placed is known, as a line of horizontal segments. Fast, and best where
/// rectangles have similar heights.
struct Skyline: PackingBin {
  /// The rule by which a place on the line is chosen.
  enum Heuristic: Sendable, Hashable, CaseIterable {
    /// The lower edge is topmost.
    case top
    /// The least area is lost between the rectangle and what stands above it.
    case waste
  }

  /// A part of the line: free from row `y` on, up to the next segment's column.
  private struct Segment {
    var x: Int
    var y: Int
    var width: Int
  }

  private let width: Int
  private let height: Int
  private let heuristic: Heuristic
  private var line: [Segment]

  init(width: Int, height: Int, heuristic: Heuristic) {
    self.width = width
    self.height = height
    self.heuristic = heuristic
    line = [Segment(x: 0, y: 0, width: width)]
  }

  mutating func occupy(_ choice: PlaceChoice, _ extent: PackingProblem.Extent) {
    cover(from: choice.index, Segment(x: choice.x, y: choice.y + extent.height, width: extent.width))
  }

  func choice(_ extent: PackingProblem.Extent) -> PlaceChoice? {
    var best = (index: -1, y: 0, cost: PlaceCost.most)
    for index in line.indices {
      guard let (y, waste) = fit(extent, at: index) else { continue }
      let bottom = y + extent.height
      let cost =
        heuristic == .top
        ? PlaceCost(first: bottom, second: line[index].width) : PlaceCost(first: waste, second: bottom)
      if cost < best.cost { best = (index, y, cost) }
    }
    guard best.index >= 0 else { return nil }
    return PlaceChoice(x: line[best.index].x, y: best.y, index: best.index, cost: best.cost)
  }

  /// The row in which a rectangle fits whose left edge is that of a segment, and the area lost above it.
  private func fit(_ extent: PackingProblem.Extent, at index: Int) -> (y: Int, waste: Int)? {
    let right = line[index].x + extent.width
    guard right <= width else { return nil }
    var y = 0
    var end = index
    while end < line.count, line[end].x < right {
      y = max(y, line[end].y)
      if y + extent.height > height { return nil }
      end += 1
    }
    guard heuristic == .waste else { return (y, 0) }
    var waste = 0
    for segment in line[index..<end] { waste += (y - segment.y) * (min(right, segment.x + segment.width) - segment.x) }
    return (y, waste)
  }

  /// Replaces what lies under a segment by it.
  private mutating func cover(from index: Int, _ segment: Segment) {
    let right = segment.x + segment.width
    var end = index
    while end < line.count, line[end].x + line[end].width <= right { end += 1 }
    if end < line.count, line[end].x < right {
      line[end].width -= right - line[end].x
      line[end].x = right
    }
    line.replaceSubrange(index..<end, with: CollectionOfOne(segment))
    merge(around: index)
  }

  /// Joins a segment with neighbours in the same row.
  private mutating func merge(around index: Int) {
    if index + 1 < line.count, line[index + 1].y == line[index].y {
      line[index].width += line[index + 1].width
      line.remove(at: index + 1)
    }
    if index > 0, line[index - 1].y == line[index].y {
      line[index - 1].width += line[index].width
      line.remove(at: index)
    }
  }
}
