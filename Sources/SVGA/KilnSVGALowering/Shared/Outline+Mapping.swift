internal import KilnGeometry
internal import KilnTimeline

extension Shape.Outline {
  /// A rectangle or an ellipse that stays one under a transform; nil for all others.
  func mapped(by map: Affine) -> Shape.Outline? {
    let isUpright = map.b == 0 && map.c == 0 && map.a > 0 && map.d > 0
    switch self {
    case .path: return nil
    case .rect(let rect, let radius):
      guard isUpright, radius == 0 || map.a == map.d else { return nil }
      return .rect(map.apply(rect), cornerRadius: radius * map.a)
    case .ellipse(let center, let radii):
      if isUpright {
        return .ellipse(center: map.apply(center), radii: Size(radii.width * map.a, radii.height * map.d))
      }
      guard radii.width == radii.height, map.isUniform(tolerance: 1e-6) else { return nil }
      let radius = radii.width * map.stretch.largest
      return .ellipse(center: map.apply(center), radii: Size(radius, radius))
    }
  }

  /// The rectangle or ellipse that a path is, of which players need not read a text; else itself.
  ///
  /// - Parameters:
  ///   - tolerance: Maximum distance by which the outline is moved.
  ///   - isStroked: Whether the stroke must be joined where the path starts.
  func plain(tolerance: Double, isStroked: Bool) -> Shape.Outline {
    guard case .path(let path) = self, path.verbs.first == .move, path.verbs.last == .close || !isStroked else {
      return self
    }
    if let rect = path.asRect, rect.width > 0, rect.height > 0 { return .rect(rect, cornerRadius: 0) }
    return path.ellipse(tolerance: tolerance) ?? self
  }
}

extension Path {
  /// The ellipse that four quarters are, with its axes along x and y; nil for all others.
  fileprivate func ellipse(tolerance: Double) -> Shape.Outline? {
    guard points.count == 13, points[0].distance(to: points[12]) <= tolerance, verbs.count <= 6,
      verbs.dropFirst().prefix(4).allSatisfy({ $0 == .cubic }), verbs.dropFirst(5).allSatisfy({ $0 == .close })
    else { return nil }
    let center = points[0].interpolated(to: points[6], by: 0.5)
    let (first, second) = (points[0] - center, points[3] - center)
    let isUpright = min(abs(first.x), abs(first.y)) <= tolerance && min(abs(second.x), abs(second.y)) <= tolerance
    guard isUpright, min(first.length, second.length) > 4 * tolerance,
      abs(Point.dot(first, second)) <= 2 * tolerance * max(first.length, second.length),
      (center - second).distance(to: points[9]) <= tolerance
    else { return nil }
    let arms = [first, second, first * -1, second * -1]
    for quarter in 0..<4 {
      let (from, to) = (arms[quarter], arms[(quarter + 1) % 4])
      let control1 = center + from + to * Path.circleHandle
      let control2 = center + to + from * Path.circleHandle
      guard control1.distance(to: points[3 * quarter + 1]) <= tolerance,
        control2.distance(to: points[3 * quarter + 2]) <= tolerance
      else { return nil }
    }
    let radii =
      abs(first.x) > abs(first.y) ? Size(abs(first.x), abs(second.y)) : Size(abs(second.x), abs(first.y))
    return .ellipse(center: center, radii: radii)
  }
}
