package import KilnGeometry

/// Rounded Corners, as lottie-web makes them.
package enum RoundedCornersModifier {
  /// Rounds the corners of a contour. Vertices with handles and the ends of an open contour stay.
  package static func round(_ contour: Contour, radius: Double) -> Contour {
    guard radius != 0 else { return contour }
    let vertices = contour.vertices
    var result: [Contour.Vertex] = []
    result.reserveCapacity(vertices.count * 2)
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !contour.isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex == Contour.Vertex(corner: vertex.point), !isEnd else {
        result.append(vertex)
        continue
      }
      // Neighbours count where they are, even if the way to them is a curve.
      let previous = vertices[index > 0 ? index - 1 : vertices.count - 1].point
      let next = vertices[index + 1 < vertices.count ? index + 1 : 0].point
      let before = point(from: vertex.point, towards: previous, distance: radius)
      let after = point(from: vertex.point, towards: next, distance: radius)
      result.append(Contour.Vertex(before, incoming: before, outgoing: handle(from: before, into: vertex.point)))
      result.append(Contour.Vertex(after, incoming: handle(from: after, into: vertex.point), outgoing: after))
    }
    return Contour(result, isClosed: contour.isClosed)
  }

  /// A point at a distance from a corner towards its neighbour, at most half of the way, so that the arcs of two
  /// corners do not overlap.
  private static func point(from corner: Point, towards neighbour: Point, distance: Double) -> Point {
    let length = corner.distance(to: neighbour)
    guard length > 0 else { return corner }
    return corner.interpolated(to: neighbour, by: min(length / 2, distance) / length)
  }

  private static func handle(from point: Point, into corner: Point) -> Point {
    point.interpolated(to: corner, by: ParametricContours.circleHandle)
  }
}
