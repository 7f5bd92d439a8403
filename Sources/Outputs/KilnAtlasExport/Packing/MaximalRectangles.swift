/// A page whose free part is known as all rectangles that cannot be enlarged (MaxRects; Jukka Jylänki, “A Thousand Ways to
/// Pack the Bin”, 2010).
package struct MaximalRectangles {
  /// The rule by which a free rectangle is chosen.
  package enum Heuristic: Sendable, Hashable, CaseIterable {
    /// The shorter rest beside the rectangle is least.
    case shortSide
    /// The longer rest is least.
    case longSide
    /// The free rectangle has the least area.
    case area
    /// The lower edge is topmost.
    case top
  }

  /// Columns and rows from the first to the one after the last: left, top, and right and bottom negated, so that one
  /// comparison of all four says whether one rectangle contains another.
  private struct Free {
    private var edges: SIMD4<Int32>

    init(left: Int, top: Int, right: Int, bottom: Int) {
      edges = SIMD4(
        Int32(truncatingIfNeeded: left), Int32(truncatingIfNeeded: top), Int32(truncatingIfNeeded: 0 &- right),
        Int32(truncatingIfNeeded: 0 &- bottom))
    }

    var left: Int { Int(edges.x) }
    var top: Int { Int(edges.y) }
    var right: Int { 0 &- Int(edges.z) }
    var bottom: Int { 0 &- Int(edges.w) }
    var width: Int { right &- left }
    var height: Int { bottom &- top }

    func contains(_ other: Free) -> Bool { all(other.edges .>= edges) }

    func overlaps(_ other: Free) -> Bool {
      let opposite = 0 &- SIMD4(other.edges.z, other.edges.w, other.edges.x, other.edges.y)
      return all(edges .< opposite)
    }
  }

  private let heuristic: Heuristic
  private var free: [Free]
  /// Remainders of the free rectangles that the last placed rectangle has cut.
  private var rests: [Free] = []

  package init(width: Int, height: Int, heuristic: Heuristic) {
    self.heuristic = heuristic
    free = [Free(left: 0, top: 0, right: width, bottom: height)]
  }

  /// Places a rectangle; nil if there is no room for it. It is turned only where that is better.
  package mutating func insert(_ extent: PackingProblem.Extent, allowsTurning: Bool) -> PackingProblem.Placement? {
    let upright = bestPlacement(extent)
    if allowsTurning, extent.width != extent.height, let turned = bestPlacement(extent.turned),
      turned.cost < upright?.cost ?? .most
    {
      occupy(turned, extent.turned)
      return PackingProblem.Placement(x: turned.x, y: turned.y, isTurned: true)
    }
    guard let upright else { return nil }
    occupy(upright, extent)
    return PackingProblem.Placement(x: upright.x, y: upright.y, isTurned: false)
  }

  private mutating func occupy(_ choice: PlacementCandidate, _ extent: PackingProblem.Extent) {
    use(Free(left: choice.x, top: choice.y, right: choice.x + extent.width, bottom: choice.y + extent.height))
  }

  /// The best placement of a rectangle without turning it; nil if there is no room.
  private func bestPlacement(_ extent: PackingProblem.Extent) -> PlacementCandidate? {
    var best = (index: -1, cost: PlacementScore.most)
    for index in free.indices {
      let (right, below) = (free[index].width &- extent.width, free[index].height &- extent.height)
      guard right >= 0, below >= 0 else { continue }
      let cost =
        switch heuristic {
        case .shortSide: PlacementScore(first: min(right, below), second: max(right, below))
        case .longSide: PlacementScore(first: max(right, below), second: min(right, below))
        case .area: PlacementScore(first: free[index].width &* free[index].height, second: min(right, below))
        case .top: PlacementScore(first: free[index].top &+ extent.height, second: free[index].left)
        }
      if cost < best.cost { best = (index, cost) }
    }
    guard best.index >= 0 else { return nil }
    return PlacementCandidate(x: free[best.index].left, y: free[best.index].top, cost: best.cost)
  }

  /// Removes a used part from the free ones.
  private mutating func use(_ used: Free) {
    rests.removeAll(keepingCapacity: true)
    var kept = 0
    for index in free.indices {
      let rectangle = free[index]
      guard rectangle.overlaps(used) else {
        free[kept] = rectangle
        kept += 1
        continue
      }
      split(rectangle, around: used)
    }
    free.removeSubrange(kept...)
    for index in rests.indices {
      let rest = rests[index]
      // The first of two equal ones is kept. A free rectangle that was not cut is contained in no remainder.
      let isCovered =
        rests.indices.contains { other in
          other != index && rests[other].contains(rest) && (other < index || !rest.contains(rests[other]))
        } || free[..<kept].contains { $0.contains(rest) }
      if !isCovered { free.append(rest) }
    }
  }

  private mutating func split(_ rectangle: Free, around used: Free) {
    if used.left > rectangle.left {
      rests.append(
        Free(left: rectangle.left, top: rectangle.top, right: used.left, bottom: rectangle.bottom))
    }
    if used.right < rectangle.right {
      rests.append(
        Free(left: used.right, top: rectangle.top, right: rectangle.right, bottom: rectangle.bottom))
    }
    if used.top > rectangle.top {
      rests.append(Free(left: rectangle.left, top: rectangle.top, right: rectangle.right, bottom: used.top))
    }
    if used.bottom < rectangle.bottom {
      rests.append(
        Free(left: rectangle.left, top: used.bottom, right: rectangle.right, bottom: rectangle.bottom))
    }
  }
}
