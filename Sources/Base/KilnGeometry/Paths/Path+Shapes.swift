extension Path {
  /// Distance of a cubic's control points from its end points, relative to the radius, that best approximates a quarter
  /// circle (kappa, 4/3 (√2 − 1)).
  public static let circleHandle = 0.5522847498

  /// A rectangle with optionally rounded corners; one closed contour, clockwise from the top right.
  ///
  /// - Parameter cornerRadius: Clamped to 0…half the shorter side.
  public static func rect(_ rect: Rect, cornerRadius: Double = 0) -> Path {
    var path = Path()
    let radius = max(0, min(cornerRadius, min(abs(rect.width), abs(rect.height)) / 2))
    guard radius > 0 else {
      path.move(to: Point(rect.maxX, rect.minY))
      path.line(to: Point(rect.maxX, rect.maxY))
      path.line(to: Point(rect.minX, rect.maxY))
      path.line(to: Point(rect.minX, rect.minY))
      path.close()
      return path
    }
    let corners = [
      Point(rect.maxX, rect.maxY), Point(rect.minX, rect.maxY), Point(rect.minX, rect.minY),
      Point(rect.maxX, rect.minY),
    ]
    let directions = [Point(0, 1), Point(-1, 0), Point(0, -1), Point(1, 0)]
    path.move(to: Point(rect.maxX, rect.minY + radius))
    for index in 0..<4 {
      let corner = corners[index]
      let arriving = directions[index]
      let leaving = directions[(index + 1) % 4]
      let rest = radius * (1 - circleHandle)
      path.line(to: corner - arriving * radius)
      path.cubic(corner - arriving * rest, corner + leaving * rest, to: corner + leaving * radius)
    }
    path.close()
    return path
  }

  /// An ellipse of four cubics; one closed contour, clockwise from the top.
  public static func ellipse(center: Point, radii: Size) -> Path {
    let x = radii.width
    let y = radii.height
    let hx = x * circleHandle
    let hy = y * circleHandle
    var path = Path()
    path.move(to: center + Point(0, -y))
    path.cubic(center + Point(hx, -y), center + Point(x, -hy), to: center + Point(x, 0))
    path.cubic(center + Point(x, hy), center + Point(hx, y), to: center + Point(0, y))
    path.cubic(center + Point(-hx, y), center + Point(-x, hy), to: center + Point(-x, 0))
    path.cubic(center + Point(-x, -hy), center + Point(-hx, -y), to: center + Point(0, -y))
    path.close()
    return path
  }

  /// The rectangle whose outline the path is, if its sides are axis-aligned; otherwise nil.
  public var asRect: Rect? {
    guard points.count == 4 || (points.count == 5 && points[4] == points[0]), verbs.first == .move,
      verbs.dropFirst().allSatisfy({ $0 == .line || $0 == .close })
    else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let isRect =
      (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y) || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
    return isRect ? Rect.empty.including(a).including(c) : nil
  }
}
