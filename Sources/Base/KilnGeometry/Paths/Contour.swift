/// One contour as vertices with tangent control points, as After Effects and Lottie describe paths. Path modifiers such
/// as trim work on this form.
public struct Contour: Sendable, Hashable {
  /// A vertex with the control points of the adjacent cubic segments, all in absolute coordinates.
  public struct Vertex: Sendable, Hashable, BitwiseCopyable {
    /// Position of the vertex.
    public var point: Point
    /// Second control point of the segment that ends here.
    public var incoming: Point
    /// First control point of the segment that starts here.
    public var outgoing: Point

    /// A vertex with both control points.
    public init(_ point: Point, incoming: Point, outgoing: Point) {
      self.point = point
      self.incoming = incoming
      self.outgoing = outgoing
    }

    /// A corner vertex: both control points coincide with it.
    public init(corner point: Point) { self.init(point, incoming: point, outgoing: point) }
  }

  /// The vertices in order.
  public var vertices: [Vertex]
  /// Whether a segment leads from the last vertex back to the first.
  public var isClosed: Bool

  /// A contour of vertices in order.
  public init(_ vertices: [Vertex] = [], isClosed: Bool) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// Number of segments, including the closing one.
  public var segmentCount: Int { isClosed ? vertices.count : max(0, vertices.count - 1) }

  /// The segment at an index, 0 ..< `segmentCount`.
  ///
  /// - Precondition: The index is in range.
  public func segment(_ index: Int) -> CubicCurve {
    let from = vertices[index]
    let to = vertices[index + 1 < vertices.count ? index + 1 : 0]
    return CubicCurve(from.point, from.outgoing, to.incoming, to.point)
  }
}

extension Contour {
  /// Converts a path that consists of one contour.
  public init(_ path: Path) {
    self.init(isClosed: path.verbs.last == .close)
    var index = 0
    for verb in path.verbs {
      switch verb {
      case .move, .line: vertices.append(Vertex(corner: path.points[index]))
      case .cubic:
        let end = path.points[index + 2]
        vertices[vertices.count - 1].outgoing = path.points[index]
        vertices.append(Vertex(end, incoming: path.points[index + 1], outgoing: end))
      case .close: break
      }
      index += verb.pointCount
    }
    // The closing segment may be drawn explicitly before `close`.
    guard isClosed, vertices.count > 1, let last = vertices.last, last.point == vertices[0].point else { return }
    vertices[0].incoming = last.incoming
    vertices.removeLast()
  }

  /// The vertex interpolated towards the one at the same index of another contour; unchanged if there is none.
  @inline(__always)
  fileprivate func vertex(_ index: Int, towards end: Contour, by fraction: Double) -> Vertex {
    guard index < end.vertices.count else { return vertices[index] }
    let (from, to) = (vertices[index], end.vertices[index])
    return Vertex(
      from.point.interpolated(to: to.point, by: fraction),
      incoming: from.incoming.interpolated(to: to.incoming, by: fraction),
      outgoing: from.outgoing.interpolated(to: to.outgoing, by: fraction))
  }

  /// Linear interpolation towards another contour, vertex by vertex.
  ///
  /// The result has this contour's vertex count and `isClosed`; vertices without a counterpart stay.
  public func interpolated(to end: Contour, by fraction: Double) -> Contour {
    Contour(vertices.indices.map { vertex($0, towards: end, by: fraction) }, isClosed: isClosed)
  }
}

extension Path {
  /// Appends a contour mapped by a transform.
  ///
  /// Segments whose control points coincide with their ends become lines, but a point with which an open contour begins
  /// stays a curve: strokes have another cap there.
  public mutating func append(_ contour: Contour, transformedBy transform: Affine = .identity) {
    append(contour.vertices.count, isClosed: contour.isClosed, transform) { contour.vertices[$0] }
  }

  /// Appends `contour.interpolated(to: end, by: fraction)` mapped by a transform, without a temporary contour.
  public mutating func append(
    _ contour: Contour, towards end: Contour, by fraction: Double, transformedBy transform: Affine = .identity
  ) {
    append(contour.vertices.count, isClosed: contour.isClosed, transform) {
      contour.vertex($0, towards: end, by: fraction)
    }
  }

  @inline(__always)
  private mutating func append(
    _ count: Int, isClosed: Bool, _ transform: Affine, vertex: (Int) -> Contour.Vertex
  ) {
    guard count > 0 else { return }
    if isEmpty { reserveSegments(count + 1) }
    let first = vertex(0)
    move(to: transform.apply(first.point))
    var from = first
    for index in 1..<(isClosed ? count + 1 : count) {
      let to = index < count ? vertex(index) : first
      let isLine =
        from.outgoing == from.point && to.incoming == to.point && (index > 1 || isClosed || from.point != to.point)
      if !isLine {
        cubic(transform.apply(from.outgoing), transform.apply(to.incoming), to: transform.apply(to.point))
      } else if index < count {
        line(to: transform.apply(to.point))
      }
      // A closing line is drawn by `close`.
      from = to
    }
    if isClosed { close() }
  }
}
