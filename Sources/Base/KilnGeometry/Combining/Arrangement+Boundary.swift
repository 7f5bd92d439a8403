extension Arrangement {
  /// The boundary edges of an area, each directed so that the interior is to its left on screen.
  ///
  /// Edges are directed and sorted as `mergeCoincidentEdges` leaves them, and meet only at their ends.
  ///
  /// - Parameter isInside: Whether points with these winding numbers belong to the area.
  func boundary(where isInside: (_ first: Int, _ second: Int) -> Bool) -> [Edge] {
    var boundary: [Edge] = []
    boundary.reserveCapacity(edges.count)
    edges.withUnsafeBufferPointer { edges in
      for (edge, near) in zip(edges, EdgeSweep.windings(of: edges)) {
        let far = near + edge.windings
        let isNearInside = isInside(Int(near.first), Int(near.second))
        let isFarInside = isInside(Int(far.first), Int(far.second))
        if isNearInside != isFarInside { boundary.append(isFarInside ? edge : edge.reversed) }
      }
    }
    return boundary
  }
}

/// A sweep from top to bottom over edges that meet only at their ends.
///
/// The edges that the sweep line crosses stand from left to right; each knows the winding numbers to its left, which
/// change at its ends only.
private struct EdgeSweep {
  private let edges: UnsafeBufferPointer<Arrangement.Edge>
  /// The edges that the sweep line crosses, from left to right.
  private var active: [Int32] = []
  /// Falling edges that start at the current point of the sweep, from left to right.
  private var falling: [Int32] = []
  private var windings: [Arrangement.Windings]

  /// The winding numbers to the left of each edge; below a horizontal one.
  static func windings(of edges: UnsafeBufferPointer<Arrangement.Edge>) -> [Arrangement.Windings] {
    var sweep = EdgeSweep(edges)
    sweep.run()
    return sweep.windings
  }

  private init(_ edges: UnsafeBufferPointer<Arrangement.Edge>) {
    self.edges = edges
    windings = Array(repeating: Arrangement.Windings(first: 0, second: 0), count: edges.count)
  }

  private mutating func run() {
    let ends = edges.map(\.to.key).sorted()
    var next = 0
    var nextEnd = 0
    while nextEnd < ends.count {
      // No edge starts after the last end.
      let isStart = next < edges.count && edges[next].from.key <= ends[nextEnd]
      let point = isStart ? edges[next].from : LatticePoint(key: ends[nextEnd])
      let first = next
      while next < edges.count, edges[next].from == point { next += 1 }
      while nextEnd < ends.count, ends[nextEnd] == point.key { nextEnd += 1 }
      pass(point, starting: first..<next)
    }
  }

  /// Replaces the edges that end at a point by those that start there.
  private mutating func pass(_ point: LatticePoint, starting: Range<Int>) {
    let position = active.partitioningIndex { edge in !isLeft(edge, of: point) }
    var end = position
    while end < active.count, edges[Int(active[end])].to == point { end += 1 }
    var left = Arrangement.Windings(first: 0, second: 0)
    if position > 0 {
      let neighbour = Int(active[position - 1])
      left = windings[neighbour] + edges[neighbour].windings
    }
    if starting.count == 1, end - position == 1, edges[starting.lowerBound].isFalling {
      // Most points join two edges of a contour.
      windings[starting.lowerBound] = left
      active[position] = Int32(truncatingIfNeeded: starting.lowerBound)
      return
    }
    start(starting, from: point)
    for edge in falling {
      windings[Int(edge)] = left
      left = left + edges[Int(edge)].windings
    }
    for edge in starting where !edges[edge].isFalling { windings[edge] = left }
    if falling.count == end - position {
      // At most other points edges cross.
      for (place, edge) in zip(position..<end, falling) { active[place] = edge }
    } else {
      active.replaceSubrange(position..<end, with: falling)
    }
  }

  /// Sets the falling edges to those of a range, from left to right.
  private mutating func start(_ starting: Range<Int>, from point: LatticePoint) {
    falling.removeAll(keepingCapacity: true)
    for edge in starting where edges[edge].isFalling { falling.append(Int32(truncatingIfNeeded: edge)) }
    guard falling.count > 1 else { return }
    falling.sort { [edges] in LatticePoint.turn(point, edges[Int($0)].to, edges[Int($1)].to) < 0 }
  }

  /// Whether an edge passes to the left of a point that is not above it.
  @inline(__always)
  private func isLeft(_ index: Int32, of point: LatticePoint) -> Bool {
    let edge = edges[Int(index)]
    return LatticePoint.turn(edge.from, edge.to, point) < 0
  }
}

extension Arrangement.Edge {
  /// Whether it is not horizontal.
  fileprivate var isFalling: Bool { from.y != to.y }
}
