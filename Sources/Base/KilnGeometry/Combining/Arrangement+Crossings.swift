extension Arrangement {
  /// Maximum number of times that edges are split.
  private static let maximumRoundCount = 8
  /// Maximum number of cuts at a time; of more, equal ones are removed, and at most half of the limit may remain.
  private static let maximumCutCount = 1 << 18
  /// Comparisons of edges that take as long as sorting one of so many cuts.
  private static let sortingEffort = 8

  /// A point at which an edge is split.
  private struct Cut {
    var edge: Int
    var point: LatticePoint
    /// Position of the point along the edge.
    var share: Double
    /// The edge that is crossed or touched there, by its rank: the row of its top, then its index.
    var top: Int32
    var other: Int
  }

  /// Splits edges where they cross, touch or overlap others; false if a limit is exceeded.
  ///
  /// Rounding a crossing to the lattice may move an edge across another one, so this repeats until nothing crosses.
  mutating func splitAtCrossings() -> Bool {
    // Edges that are not split any more have been compared with each other.
    var fresh = [Bool](repeating: true, count: edges.count)
    for _ in 0..<Self.maximumRoundCount {
      guard var cuts = findCuts(fresh: fresh) else { return false }
      if cuts.isEmpty { return true }
      cuts.sort { a, b in
        if a.edge != b.edge { return a.edge < b.edge }
        if a.share != b.share { return a.share < b.share }
        return a.top != b.top ? a.top < b.top : a.other < b.other
      }
      split(at: cuts, &fresh)
      guard edges.count <= Self.maximumEdgeCount * 2 else { return false }
    }
    // The last split may have left nothing that crosses.
    return findCuts(fresh: fresh)?.isEmpty == true
  }

  private mutating func findCuts(fresh: [Bool]) -> [Cut]? {
    // A contour starts where the edge before does not end.
    let starts = edges.indices.filter { $0 == 0 || edges[$0].from != edges[$0 - 1].to }
    let tree = EdgeTree(edges.map { EdgeBox($0.from, $0.to) }, contourStarts: starts, fresh: fresh)
    let available = comparisonBudget
    var budget = available
    var sorting = 0
    var cuts: [Cut] = []
    cuts.reserveCapacity(edges.count)
    let isComplete = edges.withUnsafeBufferPointer { edges in
      tree.forEachPair(fresh: fresh, budget: &budget) { first, second in
        Self.cut(edges, first, second, &cuts)
        guard cuts.count > Self.maximumCutCount else { return true }
        sorting += Self.sortingEffort * cuts.count
        Self.removeDuplicates(from: &cuts)
        return cuts.count <= Self.maximumCutCount / 2 && sorting <= available
      }
    }
    comparisonBudget = budget - sorting
    return isComplete ? cuts : nil
  }

  /// Keeps one of the cuts of an edge at a point: that with the edge of the lowest rank, whatever their order.
  private static func removeDuplicates(from cuts: inout [Cut]) {
    cuts.sort { a, b in
      if a.edge != b.edge { return a.edge < b.edge }
      if a.point != b.point { return a.point < b.point }
      return a.top != b.top ? a.top < b.top : a.other < b.other
    }
    var kept: [Cut] = []
    for cut in cuts {
      if let last = kept.last, last.edge == cut.edge, last.point == cut.point { continue }
      kept.append(cut)
    }
    cuts = kept
  }

  /// Adds the points at which two edges split each other.
  private static func cut(_ edges: UnsafeBufferPointer<Edge>, _ first: Int, _ second: Int, _ cuts: inout [Cut]) {
    // The crossing is rounded along the edge that starts lower, so that the order of edges does not matter.
    let isOrdered = edges[first].top >= edges[second].top
    let (i, j) = isOrdered ? (first, second) : (second, first)
    let (a, b, c, d) = (edges[i].from, edges[i].to, edges[j].from, edges[j].to)
    let turnC = LatticePoint.turn(a, b, c)
    let turnD = LatticePoint.turn(a, b, d)
    if (turnC > 0 && turnD > 0) || (turnC < 0 && turnD < 0) { return }
    // Mostly they meet at a common end, and only there unless they lie on one line.
    if turnC == 0 || turnD == 0, turnC != turnD {
      let common = turnC == 0 ? c : d
      if common == a || common == b { return }
    }
    let turnA = LatticePoint.turn(c, d, a)
    let turnB = LatticePoint.turn(c, d, b)
    if (turnA > 0 && turnB > 0) || (turnA < 0 && turnB < 0) { return }
    func add(_ point: LatticePoint, to edge: Int, _ other: Int) {
      guard let share = edges[edge].share(ofInside: point) else { return }
      cuts.append(Cut(edge: edge, point: point, share: share, top: edges[other].top, other: other))
    }
    if turnC == 0 { add(c, to: i, j) }
    if turnD == 0 { add(d, to: i, j) }
    if turnA == 0 { add(a, to: j, i) }
    if turnB == 0 { add(b, to: j, i) }
    guard turnA != 0, turnB != 0, turnC != 0, turnD != 0 else { return }
    let share = Double(turnA) / (Double(turnA) - Double(turnB))
    let crossing = LatticePoint(
      x: a.x + Int32((Double(b.x - a.x) * share).rounded()), y: a.y + Int32((Double(b.y - a.y) * share).rounded()))
    add(crossing, to: i, j)
    add(crossing, to: j, i)
  }

  /// Splits edges at cuts, which are sorted by edge and position, and marks the pieces.
  private mutating func split(at cuts: [Cut], _ fresh: inout [Bool]) {
    var result: [Edge] = []
    result.reserveCapacity(edges.count + cuts.count)
    fresh.removeAll(keepingCapacity: true)
    var next = 0
    for (index, edge) in edges.enumerated() {
      guard next < cuts.count, cuts[next].edge == index else {
        result.append(edge)
        fresh.append(false)
        continue
      }
      var rest = edge
      while next < cuts.count, cuts[next].edge == index {
        let cut = cuts[next]
        next += 1
        if cut.point == rest.from { continue }
        var part = rest
        part.to = cut.point
        part.toParameter = edge.fromParameter + (edge.toParameter - edge.fromParameter) * max(0, min(1, cut.share))
        result.append(part)
        fresh.append(true)
        rest.from = cut.point
        rest.fromParameter = part.toParameter
      }
      if rest.from != rest.to {
        result.append(rest)
        fresh.append(true)
      }
    }
    edges = result
  }
}

extension Arrangement.Edge {
  /// The row of the upper end.
  fileprivate var top: Int32 { min(from.y, to.y) }

  /// Position along the edge of a point of its bounds that is no end of it, 0…1; nil for others.
  @inline(__always)
  fileprivate func share(ofInside point: LatticePoint) -> Double? {
    guard point != from, point != to, min(from.x, to.x) <= point.x, point.x <= max(from.x, to.x),
      min(from.y, to.y) <= point.y, point.y <= max(from.y, to.y)
    else { return nil }
    let (dx, dy) = (Int(to.x - from.x), Int(to.y - from.y))
    return Double(Int(point.x - from.x) * dx + Int(point.y - from.y) * dy) / Double(dx * dx + dy * dy)
  }
}
