/// Position of a rectangle relative to a filled path.
public enum AreaRelation: Sendable, Hashable {
  /// All of the rectangle is covered.
  case inside
  /// Nothing of the rectangle is covered.
  case outside
  /// A part of the rectangle is covered.
  case across
}

extension Path {
  /// Position of a rectangle relative to the area that the path covers by the non-zero rule.
  ///
  /// Conservative: `inside` and `outside` are right within `tolerance`; `across` may also mean that the path only comes
  /// close to the rectangle.
  public func relation(to rect: Rect, tolerance: Double = 0) -> AreaRelation {
    let bounds = controlBounds()
    let shared = rect.intersection(bounds)
    if shared.isEmpty || shared.width <= tolerance && rect.width > tolerance
      || shared.height <= tolerance && rect.height > tolerance
    {
      return .outside
    }
    if let own = asRect { return own.contains(rect, tolerance: tolerance) ? .inside : .across }
    let core = rect.insetBy(min(tolerance, rect.width / 4, rect.height / 4))
    let center = core.center
    var winding = 0
    for contour in closedContours {
      for segment in contour {
        let steps = segment.isLine ? 1 : 24
        var from = segment.curve.start
        let hull = segment.curve.controlBounds
        if hull.intersection(core).isEmpty, hull.maxY < center.y || hull.minY > center.y || hull.maxX < center.x {
          // Meets neither the rectangle nor the ray to the right from its centre.
          continue
        }
        for step in 1...steps {
          let to = step == steps ? segment.curve.end : segment.point(at: Double(step) / Double(steps))
          if core.isMet(from, to) { return .across }
          if (from.y <= center.y) != (to.y <= center.y) {
            let x = from.x + (to.x - from.x) * ((center.y - from.y) / (to.y - from.y))
            if x > center.x { winding += from.y < to.y ? 1 : -1 }
          }
          from = to
        }
      }
    }
    return winding == 0 ? .outside : .inside
  }
}

extension Rect {
  /// Whether a line segment intersects the rectangle (Liang–Barsky).
  fileprivate func isMet(_ from: Point, _ to: Point) -> Bool {
    var entry = 0.0
    var exit = 1.0
    func cut(_ start: Double, _ delta: Double, _ low: Double, _ high: Double) -> Bool {
      guard delta != 0 else { return start >= low && start <= high }
      let (a, b) = ((low - start) / delta, (high - start) / delta)
      entry = max(entry, min(a, b))
      exit = min(exit, max(a, b))
      return entry <= exit
    }
    return cut(from.x, to.x - from.x, minX, maxX) && cut(from.y, to.y - from.y, minY, maxY)
  }
}
