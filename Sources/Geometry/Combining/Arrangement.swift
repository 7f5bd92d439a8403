/// A point of an integer lattice that is finer than the tolerance. Integer coordinates make every comparison exact.
struct LatticePoint: Hashable, Comparable {
  var x: Int
  var y: Int

  /// Exclusive bound of coordinates, so that products cannot overflow.
  static let limit = 1 << 27

  static func < (a: LatticePoint, b: LatticePoint) -> Bool { a.y != b.y ? a.y < b.y : a.x < b.x }

  /// Orientation of a triangle: twice its signed area.
  static func turn(_ a: LatticePoint, _ b: LatticePoint, _ c: LatticePoint) -> Int {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}

/// The segments of two paths as straight edges on a lattice, split so that they meet only at their ends.
struct Arrangement {
  /// A straight piece of a segment.
  struct Edge {
    var from: LatticePoint
    var to: LatticePoint
    /// Index of the segment in `segments`; the parameters are those of the edge's ends on it.
    var source: Int
    var fromParameter: Double
    var toParameter: Double
    /// Change of each path's winding number across the edge.
    var windings: (first: Int, second: Int)

    var reversed: Edge {
      Edge(
        from: to, to: from, source: source, fromParameter: toParameter, toParameter: fromParameter,
        windings: (-windings.first, -windings.second))
    }
  }

  private static let maximumEdgeCount = 1 << 14
  private static let comparisonBudget = 1 << 23

  /// Lattice spacing in path space.
  let step: Double
  private(set) var segments: [PathSegment] = []
  private(set) var edges: [Edge] = []
  /// Number of edge comparisons so far.
  var comparisonCount = 0

  /// The edges of two paths, not yet split; nil if there are too many or a coordinate is too large.
  init?(_ first: Path, _ second: Path, tolerance: Double) {
    step = Double(sign: .plus, exponent: (tolerance / 2).exponent, significand: 1)
    for contour in first.closedContours {
      for segment in contour { guard add(segment, (1, 0), tolerance) else { return nil } }
    }
    for contour in second.closedContours {
      for segment in contour { guard add(segment, (0, 1), tolerance) else { return nil } }
    }
  }

  private mutating func add(
    _ segment: PathSegment, _ windings: (first: Int, second: Int), _ tolerance: Double
  ) -> Bool {
    let steps = segment.isLine ? 1 : segment.curve.segmentCount(tolerance: tolerance)
    guard edges.count + steps <= Self.maximumEdgeCount, var from = lattice(segment.curve.start) else { return false }
    var fromParameter = 0.0
    for index in 1...steps {
      let parameter = Double(index) / Double(steps)
      let point = index == steps ? segment.curve.end : segment.point(at: parameter)
      guard let to = lattice(point) else { return false }
      if to == from { continue }
      edges.append(
        Edge(
          from: from, to: to, source: segments.count, fromParameter: fromParameter, toParameter: parameter,
          windings: windings))
      from = to
      fromParameter = parameter
    }
    segments.append(segment)
    return true
  }

  private func lattice(_ point: Point) -> LatticePoint? {
    let (x, y) = ((point.x / step).rounded(), (point.y / step).rounded())
    guard abs(x) < Double(LatticePoint.limit), abs(y) < Double(LatticePoint.limit) else { return nil }
    return LatticePoint(x: Int(x), y: Int(y))
  }

  /// A lattice point in path space.
  func point(_ point: LatticePoint) -> Point { Point(Double(point.x) * step, Double(point.y) * step) }

  // MARK: - Crossings

  /// Splits edges where they cross, touch or overlap others; false if a limit is exceeded.
  ///
  /// Rounding a crossing to the lattice may move an edge across another one, so this repeats until nothing crosses, at
  /// most eight times.
  mutating func splitAtCrossings() -> Bool {
    for _ in 0..<8 {
      var cuts: [[LatticePoint]] = Array(repeating: [], count: edges.count)
      guard findCuts(&cuts) else { return false }
      if cuts.allSatisfy(\.isEmpty) { return true }
      var split: [Edge] = []
      split.reserveCapacity(edges.count * 2)
      for (edge, cuts) in zip(edges, cuts) { Self.split(edge, at: cuts, into: &split) }
      guard split.count <= Self.maximumEdgeCount * 2 else { return false }
      edges = split
    }
    return true
  }

  private mutating func findCuts(_ cuts: inout [[LatticePoint]]) -> Bool {
    let tops = edges.map { min($0.from.y, $0.to.y) }
    let bottoms = edges.map { max($0.from.y, $0.to.y) }
    let lefts = edges.map { min($0.from.x, $0.to.x) }
    let rights = edges.map { max($0.from.x, $0.to.x) }
    var active: [Int] = []
    for index in edges.indices.sorted(by: { tops[$0] < tops[$1] }) {
      active.removeAll { bottoms[$0] < tops[index] }
      comparisonCount += active.count
      guard comparisonCount <= Self.comparisonBudget else { return false }
      for other in active where lefts[other] <= rights[index] && lefts[index] <= rights[other] {
        cut(index, other, &cuts)
      }
      active.append(index)
    }
    return true
  }

  private func cut(_ i: Int, _ j: Int, _ cuts: inout [[LatticePoint]]) {
    let (a, b, c, d) = (edges[i].from, edges[i].to, edges[j].from, edges[j].to)
    let turnC = LatticePoint.turn(a, b, c)
    let turnD = LatticePoint.turn(a, b, d)
    if (turnC > 0 && turnD > 0) || (turnC < 0 && turnD < 0) { return }
    let turnA = LatticePoint.turn(c, d, a)
    let turnB = LatticePoint.turn(c, d, b)
    if (turnA > 0 && turnB > 0) || (turnA < 0 && turnB < 0) { return }
    func add(_ point: LatticePoint, to edge: Int) {
      let (from, to) = (edges[edge].from, edges[edge].to)
      guard point != from, point != to, min(from.x, to.x) <= point.x, point.x <= max(from.x, to.x),
        min(from.y, to.y) <= point.y, point.y <= max(from.y, to.y)
      else { return }
      cuts[edge].append(point)
    }
    if turnC == 0 { add(c, to: i) }
    if turnD == 0 { add(d, to: i) }
    if turnA == 0 { add(a, to: j) }
    if turnB == 0 { add(b, to: j) }
    guard turnA != 0, turnB != 0, turnC != 0, turnD != 0 else { return }
    let share = Double(turnA) / (Double(turnA) - Double(turnB))
    let crossing = LatticePoint(
      x: a.x + Int((Double(b.x - a.x) * share).rounded()), y: a.y + Int((Double(b.y - a.y) * share).rounded()))
    add(crossing, to: i)
    add(crossing, to: j)
  }

  private static func split(_ edge: Edge, at cuts: [LatticePoint], into result: inout [Edge]) {
    guard !cuts.isEmpty else { return result.append(edge) }
    let (dx, dy) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y)
    let length = Double(dx * dx + dy * dy)
    func share(_ point: LatticePoint) -> Double {
      Double((point.x - edge.from.x) * dx + (point.y - edge.from.y) * dy) / length
    }
    var rest = edge
    for cut in cuts.sorted(by: { share($0) < share($1) }) where cut != rest.from {
      var part = rest
      part.to = cut
      part.toParameter = edge.fromParameter + (edge.toParameter - edge.fromParameter) * max(0, min(1, share(cut)))
      result.append(part)
      rest.from = cut
      rest.fromParameter = part.toParameter
    }
    if rest.from != rest.to { result.append(rest) }
  }

  // MARK: - Overlaps

  /// Merges edges between the same two points, directed downwards, or to the right if horizontal. Sorts them by start
  /// point.
  mutating func mergeCoincidentEdges() {
    let sorted = edges.map { $0.from < $0.to ? $0 : $0.reversed }
      .sorted { $0.from != $1.from ? $0.from < $1.from : $0.to < $1.to }
    edges.removeAll(keepingCapacity: true)
    for edge in sorted {
      if let last = edges.last, last.from == edge.from, last.to == edge.to {
        edges[edges.count - 1].windings.first += edge.windings.first
        edges[edges.count - 1].windings.second += edge.windings.second
      } else {
        edges.append(edge)
      }
    }
    edges.removeAll { $0.windings == (0, 0) }
  }
}
