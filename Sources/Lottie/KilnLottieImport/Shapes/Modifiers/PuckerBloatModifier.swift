package import KilnGeometry

/// Pucker & Bloat, as lottie-web computes it.
package enum PuckerBloatModifier {
  /// Moves vertices towards the middle of all vertices, by a share of their distance, and handles as much away from it.
  package static func bloat(_ contour: Contour, by amount: Double) -> Contour {
    guard amount != 0, !contour.vertices.isEmpty else { return contour }
    let middle = contour.vertices.reduce(Point.zero) { $0 + $1.point } * (1 / Double(contour.vertices.count))
    let vertices = contour.vertices.map {
      Contour.Vertex(
        $0.point.interpolated(to: middle, by: amount), incoming: $0.incoming.interpolated(to: middle, by: -amount),
        outgoing: $0.outgoing.interpolated(to: middle, by: -amount))
    }
    return Contour(vertices, isClosed: contour.isClosed)
  }
}
