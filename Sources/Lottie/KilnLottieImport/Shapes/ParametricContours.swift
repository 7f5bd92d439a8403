package import KilnGeometry

/// The contours of Lottie's parametric shapes, vertex for vertex as lottie-web makes them: modifiers and dashes depend
/// on where a contour starts and which way it runs.
package enum ParametricContours {
  /// Length of a quarter circle's handles as a share of its radius. lottie-web's constant, not the best one.
  static let circleHandle = 0.5519

  /// A rectangle about its centre. Starts on the right edge, below the top right corner.
  package static func rectangle(center: Point, size: Size, radius: Double, isClockwise: Bool) -> Contour {
    let left = center.x - size.width / 2
    let right = center.x + size.width / 2
    let top = center.y - size.height / 2
    let bottom = center.y + size.height / 2
    let corners = [Point(right, top), Point(right, bottom), Point(left, bottom), Point(left, top)]
    let rounding = min(size.width / 2, size.height / 2, radius)
    // lottie-web does not guard against negative numbers: such corners stick out.
    guard rounding != 0 else {
      let order = isClockwise ? [0, 1, 2, 3] : [0, 3, 2, 1]
      return Contour(order.map { Contour.Vertex(corner: corners[$0]) }, isClosed: true)
    }
    // Each corner is two vertices, on the edges that meet there; their handles point into the corner.
    var vertices: [Contour.Vertex] = []
    for (index, arriving) in [(1, Point(0, 1)), (2, Point(-1, 0)), (3, Point(0, -1)), (0, Point(1, 0))] {
      let corner = corners[index]
      let before = corner - arriving * rounding
      let after = corner + arriving.turnedClockwise * rounding
      vertices.append(Contour.Vertex(before, incoming: before, outgoing: handle(from: before, into: corner)))
      vertices.append(Contour.Vertex(after, incoming: handle(from: after, into: corner), outgoing: after))
    }
    // The vertex on the right edge below the top right corner comes first.
    vertices.insert(vertices.removeLast(), at: 0)
    let contour = Contour(vertices, isClosed: true)
    return isClockwise ? contour : contour.reversedFromStart
  }

  private static func handle(from point: Point, into corner: Point) -> Point {
    point.interpolated(to: corner, by: circleHandle)
  }

  /// An ellipse about its centre, starting at its top.
  package static func ellipse(center: Point, radii: Size, isClockwise: Bool) -> Contour {
    let directions = [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)]
    func scaled(_ vector: Point) -> Point { Point(vector.x * radii.width, vector.y * radii.height) }
    let vertices = directions.map { direction in
      let point = center + scaled(direction)
      let handle = scaled(direction.turnedClockwise * circleHandle)
      return Contour.Vertex(point, incoming: point - handle, outgoing: point + handle)
    }
    let contour = Contour(vertices, isClosed: true)
    return isClockwise ? contour : contour.reversedFromStart
  }

  /// Radius and roundness (as a factor) of one kind of a star's points.
  package struct StarPoint {
    var radius: Double
    var roundness: Double

    package init(radius: Double, roundness: Double) {
      self.radius = radius
      self.roundness = roundness
    }
  }

  /// A star with `points` outer points, or without `inner` a regular polygon. Starts at the top, turned by `rotation`
  /// radians.
  package static func polystar(
    center: Point, points: Double, rotation: Double, outer: StarPoint, inner: StarPoint?, isClockwise: Bool
  ) -> Contour {
    // More points than this cannot be told from a circle.
    let pointCount = Int(clamping: points, to: 0...10_000)
    let count = inner == nil ? pointCount : pointCount * 2
    let direction: Double = isClockwise ? 1 : -1
    let vertices = (0..<count).map { index in
      let kind = index % 2 == 0 ? outer : inner ?? outer
      let angle = rotation - .pi / 2 + direction * 2 * .pi * Double(index) / Double(count)
      let (sine, cosine) = Scalar.sineCosine(angle)
      let point = center + Point(cosine, sine) * kind.radius
      // A polygon's handles are half as long as a star's with as many vertices.
      let length = 2 * .pi * kind.radius / Double(count) * (inner == nil ? 0.25 : 0.5) * kind.roundness
      let handle = Point(-sine, cosine) * (length * direction)
      return Contour.Vertex(point, incoming: point - handle, outgoing: point + handle)
    }
    return Contour(vertices, isClosed: true)
  }
}

extension Contour {
  /// The same closed contour run the other way from the same first vertex.
  fileprivate var reversedFromStart: Contour {
    guard let first = vertices.first else { return self }
    let reversed = ([first] + vertices.dropFirst().reversed()).map {
      Vertex($0.point, incoming: $0.outgoing, outgoing: $0.incoming)
    }
    return Contour(reversed, isClosed: isClosed)
  }
}
