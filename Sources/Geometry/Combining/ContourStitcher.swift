/// Joins boundary edges to contours, and adjacent pieces of one segment back to one segment.
struct ContourStitcher {
  private let arrangement: Arrangement
  private let edges: [Arrangement.Edge]
  private let tolerance: Double

  init(_ arrangement: Arrangement, _ boundary: [Arrangement.Edge], tolerance: Double) {
    self.arrangement = arrangement
    edges = boundary
    self.tolerance = tolerance
  }

  /// The contours; those thinner than the tolerance are omitted.
  func path() -> Path {
    var leaving: [LatticePoint: [Int]] = [:]
    for index in edges.indices.reversed() { leaving[edges[index].from, default: []].append(index) }
    var isUsed = Array(repeating: false, count: edges.count)
    var path = Path()
    for start in edges.indices where !isUsed[start] {
      var contour: [Arrangement.Edge] = []
      var next: Int? = start
      while let index = next {
        isUsed[index] = true
        contour.append(edges[index])
        next = successor(of: index, &leaving, isUsed)
      }
      if isSeen(contour) { append(contour, to: &path) }
    }
    return path
  }

  /// An unused edge that starts where another one ends, preferably of the same segment. If several do, the choice does
  /// not change the area by the non-zero rule.
  private func successor(of index: Int, _ leaving: inout [LatticePoint: [Int]], _ isUsed: [Bool]) -> Int? {
    let edge = edges[index]
    guard var candidates = leaving[edge.to] else { return nil }
    candidates.removeAll { isUsed[$0] }
    leaving[edge.to] = candidates
    return candidates.first { continues(edge, edges[$0]) } ?? candidates.last
  }

  /// Whether an edge is the next piece of the same segment.
  private func continues(_ edge: Arrangement.Edge, _ next: Arrangement.Edge) -> Bool {
    edge.source == next.source && edge.toParameter == next.fromParameter
      && (edge.fromParameter < edge.toParameter) == (next.fromParameter < next.toParameter)
  }

  private func isSeen(_ contour: [Arrangement.Edge]) -> Bool {
    var area = 0.0
    var length = 0.0
    for edge in contour {
      let (from, to) = (arrangement.point(edge.from), arrangement.point(edge.to))
      area += Point.cross(from - arrangement.point(contour[0].from), to - arrangement.point(contour[0].from)) / 2
      length += from.distance(to: to)
    }
    return abs(area) > tolerance * length / 2
  }

  private func append(_ contour: [Arrangement.Edge], to path: inout Path) {
    // Starts between two segments, so that none is split.
    let start =
      contour.indices.first { !continues(contour[($0 + contour.count - 1) % contour.count], contour[$0]) } ?? 0
    let contour = contour[start...] + contour[..<start]
    guard let first = contour.first else { return }
    path.move(to: end(first, isStart: true))
    var piece = first
    var pieces: [Arrangement.Edge] = []
    for edge in contour.dropFirst() {
      if continues(piece, edge) {
        piece.to = edge.to
        piece.toParameter = edge.toParameter
      } else {
        pieces.append(piece)
        piece = edge
      }
    }
    pieces.append(piece)
    for (index, piece) in pieces.enumerated() {
      var segment = arrangement.segments[piece.source].part(from: piece.fromParameter, to: piece.toParameter)
      segment.curve.end = end(piece, isStart: false)
      if segment.isLine, index == pieces.count - 1 { continue }
      path.append(segment)
    }
    path.close()
  }

  /// The exact end of the segment, or the lattice point where it was split.
  private func end(_ piece: Arrangement.Edge, isStart: Bool) -> Point {
    let parameter = isStart ? piece.fromParameter : piece.toParameter
    let curve = arrangement.segments[piece.source].curve
    if parameter == 0 { return curve.start }
    if parameter == 1 { return curve.end }
    return arrangement.point(isStart ? piece.from : piece.to)
  }
}
