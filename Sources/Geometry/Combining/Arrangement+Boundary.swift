extension Arrangement {
  private static let maximumCrossingCount = 1 << 24

  /// The boundary edges of an area, each directed so that the interior is to its left on screen; nil if a limit is
  /// exceeded.
  ///
  /// - Parameter isInside: Whether points with these winding numbers belong to the area.
  mutating func boundary(where isInside: (_ first: Int, _ second: Int) -> Bool) -> [Edge]? {
    guard let windings = windings() else { return nil }
    var boundary: [Edge] = []
    for (edge, winding) in zip(edges, windings) {
      // Left of a downward edge; below a horizontal one.
      let near = isInside(winding.first, winding.second)
      let far = isInside(winding.first + edge.windings.first, winding.second + edge.windings.second)
      if near != far { boundary.append(far ? edge : edge.reversed) }
    }
    return boundary
  }

  /// The winding numbers immediately to the left of each edge's midpoint; below a horizontal edge's. Nil if a limit is
  /// exceeded.
  ///
  /// They are the sums over the edges that a ray to the left crosses. Edges are directed and sorted as
  /// `mergeCoincidentEdges` leaves them.
  private mutating func windings() -> [(first: Int, second: Int)]? {
    var windings = Array(repeating: (first: 0, second: 0), count: edges.count)
    let order = edges.indices.sorted { edges[$0].from.y + edges[$0].to.y < edges[$1].from.y + edges[$1].to.y }
    var active: [Int] = []
    var next = 0
    var crossings = 0
    for index in order {
      // In half lattice units, so that midpoints are integers.
      let middle = LatticePoint(
        x: edges[index].from.x + edges[index].to.x, y: edges[index].from.y + edges[index].to.y)
      while next < edges.count, 2 * edges[next].from.y <= middle.y {
        if edges[next].from.y != edges[next].to.y { active.append(next) }
        next += 1
      }
      active.removeAll { 2 * edges[$0].to.y <= middle.y }
      crossings += active.count
      comparisonCount += active.count
      guard crossings <= Self.maximumCrossingCount else { return nil }
      for other in active where other != index && isLeft(edges[other], of: middle) {
        windings[index].first += edges[other].windings.first
        windings[index].second += edges[other].windings.second
      }
    }
    return windings
  }

  /// Whether a downward edge passes to the left of a point given in half lattice units.
  private func isLeft(_ edge: Edge, of point: LatticePoint) -> Bool {
    let (dx, dy) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y)
    return dx * (point.y - 2 * edge.from.y) - dy * (point.x - 2 * edge.from.x) < 0
  }
}
