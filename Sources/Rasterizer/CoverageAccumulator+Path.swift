internal import Geometry
internal import Pixels

extension CoverageAccumulator {
  /// Adds all contours of a path as lines; open ones are closed, as filling asks for.
  mutating func add(_ path: Path, transform: Affine) {
    let bottom = Double(region.maxY)
    let right = Double(region.maxX)
    let top = Double(region.minY)
    var start = Point.zero
    var current = Point.zero
    var index = 0
    for verb in path.verbs {
      switch verb {
      case .move:
        addLine(from: current, to: start)
        start = transform.apply(path.points[index])
        current = start
      case .line:
        let end = transform.apply(path.points[index])
        addLine(from: current, to: end)
        current = end
      case .cubic:
        let curve = CubicCurve(
          current, transform.apply(path.points[index]), transform.apply(path.points[index + 1]),
          transform.apply(path.points[index + 2]))
        current = curve.end
        let bounds = Rect.empty.including(curve.start).including(curve.control1).including(curve.control2)
          .including(curve.end)
        // Outside the rows, or right of the region, a curve and its chord cover the same.
        if bounds.maxY <= top || bounds.minY >= bottom || bounds.minX >= right {
          addLine(from: curve.start, to: curve.end)
        } else {
          add(curve)
        }
      case .close:
        addLine(from: current, to: start)
        current = start
      }
      index += verb.pointCount
    }
    addLine(from: current, to: start)
  }

  private mutating func add(_ curve: CubicCurve) {
    let count = curve.segmentCount(tolerance: Rasterizer.tolerance)
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
}

extension Path {
  /// The bounds of all points of the mapped path, control points too: cheaper than the exact ones, never smaller.
  func controlBounds(transformedBy transform: Affine) -> Rect {
    points.reduce(.empty) { $0.including(transform.apply($1)) }
  }
}
