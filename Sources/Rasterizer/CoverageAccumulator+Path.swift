internal import Geometry
internal import Pixels

extension CoverageAccumulator {
  /// Adds all contours of a path as lines; open ones are closed, as filling asks for.
  mutating func add(_ path: Path, transform: Affine) {
    func mapped(_ index: Int) -> Point { Self.limited(transform.apply(path.points[index])) }
    var start = Point.zero
    var current = Point.zero
    var index = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        addLine(from: current, to: start)
        start = mapped(index)
        current = start
      case .line:
        let end = mapped(index)
        addLine(from: current, to: end)
        current = end
      case .cubic:
        let curve = CubicCurve(current, mapped(index), mapped(index + 1), mapped(index + 2))
        current = curve.end
        add(curve)
      case .close:
        addLine(from: current, to: start)
        current = start
      }
      index += verb.pointCount
    }
    addLine(from: current, to: start)
  }

  /// Keeps a coordinate where a `Double` still has a thousandth of a pixel, and sums of some do not overflow.
  private static func limited(_ point: Point) -> Point {
    Point(max(-1e12, min(1e12, point.x)), max(-1e12, min(1e12, point.y)))
  }

  /// Adds a curve as lines. One that would need very many is halved first: only halves near the region need them at all.
  private mutating func add(_ curve: CubicCurve, halvings: Int = 16) {
    if isOutside(curve) { return addLine(from: curve.start, to: curve.end) }
    let count = curve.segmentCount(tolerance: Rasterizer.tolerance)
    if count == 512 && halvings > 0 {
      let (first, second) = curve.split(at: 0.5)
      add(first, halvings: halvings - 1)
      add(second, halvings: halvings - 1)
      return
    }
    var from = curve.start
    if count > 1 {
      let step = 1 / Double(count)
      for index in 1..<count {
        let to = curve.point(at: Double(index) * step)
        addLine(from: from, to: to)
        from = to
      }
    }
    addLine(from: from, to: curve.end)
  }

  /// Whether a curve lies on one side of the region, where it and its chord cover the same.
  private func isOutside(_ curve: CubicCurve) -> Bool {
    let bounds = Rect.empty.including(curve.start).including(curve.control1).including(curve.control2)
      .including(curve.end)
    return bounds.maxY <= Double(region.minY) || bounds.minY >= Double(region.maxY)
      || bounds.maxX <= Double(region.minX) || bounds.minX >= Double(region.maxX)
  }
}

extension Path {
  /// The bounds of all points of the mapped path, control points too: cheaper than the exact ones, never smaller.
  func controlBounds(transformedBy transform: Affine) -> Rect {
    points.reduce(.empty) { $0.including(transform.apply($1)) }
  }
}
