/// Joins boundary edges to contours, and adjacent pieces of one segment back to one segment.
struct ContourStitcher {
  private typealias Edge = Arrangement.Edge

  private let arrangement: Arrangement
  private let edges: [Edge]
  private let tolerance: Double
  /// The edges by start point, the later ones of a point first.
  private var leaving: [Departure]
  private var isUsed: [Bool]

  /// An edge, and where it starts.
  private struct Departure: Comparable, BitwiseCopyable {
    var from: Int
    var edge: Int

    static func < (a: Departure, b: Departure) -> Bool { a.from != b.from ? a.from < b.from : a.edge > b.edge }
  }

  init(_ arrangement: Arrangement, _ boundary: [Arrangement.Edge], tolerance: Double) {
    self.arrangement = arrangement
    edges = boundary
    self.tolerance = tolerance
    isUsed = Array(repeating: false, count: boundary.count)
    leaving = boundary.enumerated().map { Departure(from: $1.from.key, edge: $0) }
    leaving.sort()
  }

  /// The contours; those thinner than the tolerance are omitted.
  mutating func path() -> Path {
    var path = Path()
    var contour: [Edge] = []
    for start in edges.indices where !isUsed[start] {
      contour.removeAll(keepingCapacity: true)
      var next: Int? = start
      while let index = next {
        isUsed[index] = true
        contour.append(edges[index])
        next = successor(of: edges[index])
      }
      if isSeen(contour) { append(contour, to: &path) }
    }
    return path
  }

  /// An unused edge that starts where another one ends, preferably of the same segment. If several do, the choice does
  /// not change the area by the non-zero rule.
  private func successor(of edge: Edge) -> Int? {
    let key = edge.to.key
    var last: Int?
    var index = leaving.partitioningIndex { $0.from >= key }
    while index < leaving.count, leaving[index].from == key {
      let candidate = leaving[index].edge
      index += 1
      if isUsed[candidate] { continue }
      if continues(edge, edges[candidate]) { return candidate }
      last = candidate
    }
    return last
  }

  /// Whether an edge is the next piece of the same segment.
  private func continues(_ edge: Edge, _ next: Edge) -> Bool {
    edge.source == next.source && edge.toParameter == next.fromParameter
      && (edge.fromParameter < edge.toParameter) == (next.fromParameter < next.toParameter)
  }

  private func isSeen(_ contour: [Edge]) -> Bool {
    guard let first = contour.first else { return false }
    let origin = arrangement.point(first.from)
    var area = 0.0
    var length = 0.0
    for edge in contour {
      let (from, to) = (arrangement.point(edge.from), arrangement.point(edge.to))
      area += Point.cross(from - origin, to - origin) / 2
      length += from.distance(to: to)
    }
    return abs(area) > tolerance * length / 2
  }

  private func append(_ contour: [Edge], to path: inout Path) {
    // Starts between two segments, so that none is split.
    let start =
      contour.indices.first { !continues(contour[$0 > 0 ? $0 - 1 : contour.count - 1], contour[$0]) } ?? 0
    var piece = contour[start]
    path.move(to: end(piece, isStart: true))
    for index in 1..<contour.count {
      let position = start + index
      let edge = contour[position < contour.count ? position : position - contour.count]
      if continues(piece, edge) {
        piece.to = edge.to
        piece.toParameter = edge.toParameter
      } else {
        append(piece, to: &path, isLast: false)
        piece = edge
      }
    }
    append(piece, to: &path, isLast: true)
    path.close()
  }

  /// Appends the piece of a segment. The last line of a contour is left to `close`.
  private func append(_ piece: Edge, to path: inout Path, isLast: Bool) {
    var segment = arrangement.segments[Int(piece.source)].part(from: piece.fromParameter, to: piece.toParameter)
    segment.curve.end = end(piece, isStart: false)
    if !(segment.isLine && isLast) { path.append(segment) }
  }

  /// The exact end of the segment, or the lattice point where it was split.
  private func end(_ piece: Edge, isStart: Bool) -> Point {
    let parameter = isStart ? piece.fromParameter : piece.toParameter
    let curve = arrangement.segments[Int(piece.source)].curve
    if parameter == 0 { return curve.start }
    if parameter == 1 { return curve.end }
    return arrangement.point(isStart ? piece.from : piece.to)
  }
}
