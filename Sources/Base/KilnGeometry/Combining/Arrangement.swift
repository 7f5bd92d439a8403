/// The segments of two paths as straight edges on a lattice, split so that they meet only at their ends.
struct Arrangement {
  /// Change of each path's winding number across an edge.
  struct Windings: Equatable, BitwiseCopyable {
    var first: Int32
    var second: Int32

    @inline(__always)
    static func + (a: Windings, b: Windings) -> Windings {
      Windings(first: a.first &+ b.first, second: a.second &+ b.second)
    }
  }

  /// A straight piece of a segment.
  struct Edge: BitwiseCopyable {
    var from: LatticePoint
    var to: LatticePoint
    /// The parameters of the edge's ends on its segment.
    var fromParameter: Double
    var toParameter: Double
    var windings: Windings
    /// Index of the segment in `segments`.
    var source: Int32

    @inline(__always)
    var reversed: Edge {
      Edge(
        from: to, to: from, fromParameter: toParameter, toParameter: fromParameter,
        windings: Windings(first: 0 &- windings.first, second: 0 &- windings.second), source: source)
    }
  }

  static let maximumEdgeCount = 1 << 14

  /// Lattice spacing in path space.
  let step: Double
  private(set) var segments: [PathSegment] = []
  var edges: [Edge] = []
  /// Number of comparisons left, of edges and of their common bounds.
  var comparisonBudget = 1 << 23

  /// The edges of two paths, not yet split; nil if there are too many or a coordinate is too large.
  init?(_ first: Path, _ second: Path, tolerance: Double) {
    step = Double(sign: .plus, exponent: (tolerance / 2).exponent, significand: 1)
    let segmentCount = first.verbs.count + second.verbs.count
    segments.reserveCapacity(segmentCount)
    edges.reserveCapacity(min(4 * segmentCount, Self.maximumEdgeCount))
    guard add(first, Windings(first: 1, second: 0), tolerance), add(second, Windings(first: 0, second: 1), tolerance)
    else { return nil }
  }

  private mutating func add(_ path: Path, _ windings: Windings, _ tolerance: Double) -> Bool {
    path.forEachClosedSegment { add($0, windings, tolerance) }
  }

  private mutating func add(_ segment: PathSegment, _ windings: Windings, _ tolerance: Double) -> Bool {
    let steps = segment.isLine ? 1 : segment.curve.segmentCount(tolerance: tolerance)
    guard edges.count + steps <= Self.maximumEdgeCount, var from = lattice(segment.curve.start) else { return false }
    let source = Int32(truncatingIfNeeded: segments.count)
    var fromParameter = 0.0
    for index in 1...steps {
      let parameter = Double(index) / Double(steps)
      let point = index == steps ? segment.curve.end : segment.point(at: parameter)
      guard let to = lattice(point) else { return false }
      if to == from { continue }
      edges.append(
        Edge(
          from: from, to: to, fromParameter: fromParameter, toParameter: parameter, windings: windings,
          source: source))
      from = to
      fromParameter = parameter
    }
    segments.append(segment)
    return true
  }

  @inline(__always)
  private func lattice(_ point: Point) -> LatticePoint? {
    let (x, y) = ((point.x / step).rounded(), (point.y / step).rounded())
    guard abs(x) < Double(LatticePoint.limit), abs(y) < Double(LatticePoint.limit) else { return nil }
    return LatticePoint(x: Int32(x), y: Int32(y))
  }

  /// A lattice point in path space.
  func point(_ point: LatticePoint) -> Point { Point(Double(point.x) * step, Double(point.y) * step) }

  // MARK: - Overlaps

  /// Merges edges between the same two points, directed downwards, or to the right if horizontal. Sorts them by start
  /// point.
  mutating func mergeCoincidentEdges() {
    var order: [EdgeOrder] = []
    order.reserveCapacity(edges.count)
    for index in edges.indices {
      if edges[index].to < edges[index].from { edges[index] = edges[index].reversed }
      order.append(EdgeOrder(edges[index], index))
    }
    order.sort()
    var merged: [Edge] = []
    merged.reserveCapacity(edges.count)
    for item in order {
      let edge = edges[item.index]
      if let last = merged.last, last.from == edge.from, last.to == edge.to {
        merged[merged.count - 1].windings = last.windings + edge.windings
      } else {
        merged.append(edge)
      }
    }
    merged.removeAll { $0.windings == Windings(first: 0, second: 0) }
    edges = merged
  }
}

/// Order of edges by start point, end point and index.
private struct EdgeOrder: Comparable, BitwiseCopyable {
  private let from: Int
  private let to: Int
  let index: Int

  @inline(__always)
  init(_ edge: Arrangement.Edge, _ index: Int) {
    from = edge.from.key
    to = edge.to.key
    self.index = index
  }

  @inline(__always)
  static func < (a: EdgeOrder, b: EdgeOrder) -> Bool {
    if a.from != b.from { return a.from < b.from }
    return a.to != b.to ? a.to < b.to : a.index < b.index
  }
}
