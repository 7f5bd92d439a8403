package import KilnGeometry

/// Zig Zag, as lottie-web draws it.
package struct ZigZagModifier {
  /// Distance of the ridges from the contour in pixels, to either side in turn.
  var amplitude: Double
  /// Number of ridges between two vertices of the contour.
  var ridges: Int
  /// Whether ridges are round.
  var isSmooth: Bool

  package init(amplitude: Double, ridges: Int, isSmooth: Bool) {
    self.amplitude = amplitude
    self.ridges = ridges
    self.isSmooth = isSmooth
  }

  /// The contour with its vertices and the ridges between them pushed to the left and to the right in turn.
  package func zigZag(_ contour: Contour) -> Contour {
    guard amplitude != 0 else { return contour }
    var result = Contour(isClosed: contour.isClosed)
    guard contour.segmentCount > 0 else { return result }
    var side = -1.0
    result.vertices.append(corner(0, of: contour, side: side))
    for index in 0..<contour.segmentCount {
      side = -side
      let segment = contour.segment(index).linearized
      let handle = handle(distance: segment.start.distance(to: segment.end))
      for ridge in 0..<ridges {
        let parameter = Double(ridge + 1) / Double(ridges + 1)
        result.vertices.append(
          vertex(
            at: segment.point(at: parameter), direction: segment.derivative(at: parameter), side: side,
            incoming: handle, outgoing: handle))
        side = -side
      }
      // A closed contour gets its first vertex again at the end, on the side that is due then.
      result.vertices.append(corner(index + 1, of: contour, side: side))
    }
    return result
  }

  /// A vertex of the contour; also the ends of an open one have two neighbours.
  private func corner(_ index: Int, of contour: Contour, side: Double) -> Contour.Vertex {
    let count = contour.vertices.count
    let point = contour.vertices[index % count].point
    let previous = contour.vertices[index > 0 ? index - 1 : count - 1].point
    let next = contour.vertices[(index + 1) % count].point
    return vertex(
      at: point, direction: next - previous, side: side, incoming: handle(distance: point.distance(to: previous)),
      outgoing: handle(distance: point.distance(to: next)))
  }

  private func vertex(
    at point: Point, direction: Point, side: Double, incoming: Double, outgoing: Double
  ) -> Contour.Vertex {
    let left = direction.leftNormal
    let ridge = point + left * (side * amplitude)
    let forward = left.turnedClockwise
    return Contour.Vertex(ridge, incoming: ridge - forward * incoming, outgoing: ridge + forward * outgoing)
  }

  /// Length of a handle: half the distance to the next ridge.
  private func handle(distance: Double) -> Double { isSmooth ? distance / Double((ridges + 1) * 2) : 0 }
}
