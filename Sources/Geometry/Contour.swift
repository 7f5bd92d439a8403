/// One contour as vertices with handles: how After Effects and Lottie describe paths, and what modifiers such as trim
/// work on.
public struct Contour: Sendable, Hashable {
  /// A vertex with the control points of the segments that arrive and leave, all in absolute coordinates.
  public struct Vertex: Sendable, Hashable, BitwiseCopyable {
    /// Where the contour passes.
    public var point: Point
    /// Control point of the segment that arrives.
    public var incoming: Point
    /// Control point of the segment that leaves.
    public var outgoing: Point

    /// A vertex with both control points.
    public init(_ point: Point, incoming: Point, outgoing: Point) {
      self.point = point
      self.incoming = incoming
      self.outgoing = outgoing
    }

    /// A corner: both control points coincide with it.
    public init(corner point: Point) { self.init(point, incoming: point, outgoing: point) }
  }

  /// The vertices in order.
  public var vertices: [Vertex]
  /// Whether a segment leads from the last vertex back to the first.
  public var isClosed: Bool

  /// A contour from its vertices.
  public init(_ vertices: [Vertex] = [], isClosed: Bool) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// Number of segments, with the closing one.
  public var segmentCount: Int { isClosed ? vertices.count : max(0, vertices.count - 1) }

  /// A segment, 0 ..< `segmentCount`.
  public func segment(_ index: Int) -> CubicCurve {
    let from = vertices[index]
    let to = vertices[index + 1 < vertices.count ? index + 1 : 0]
    return CubicCurve(from.point, from.outgoing, to.incoming, to.point)
  }
}

extension Path {
  /// Adds a contour, mapped. Segments without bend become lines.
  public mutating func append(_ contour: Contour, transformedBy transform: Affine = .identity) {
    guard let first = contour.vertices.first else { return }
    move(to: transform.apply(first.point))
    for index in 0..<contour.segmentCount {
      let segment = contour.segment(index)
      let isLine = segment.control1 == segment.start && segment.control2 == segment.end
      if isLine {
        // The line that closes is what `close` draws.
        if contour.isClosed && index == contour.segmentCount - 1 { continue }
        line(to: transform.apply(segment.end))
      } else {
        cubic(
          transform.apply(segment.control1), transform.apply(segment.control2), to: transform.apply(segment.end))
      }
    }
    if contour.isClosed { close() }
  }
}
