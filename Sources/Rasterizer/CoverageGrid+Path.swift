internal import Geometry
internal import Pixels

extension CoverageGrid {
  /// Adds all contours of a path as lines; open ones are closed, as filling asks for.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels of the target.
  ///   - isInside: Whether all points are known to lie inside the region.
  @inline(never)
  func add(_ path: Path, transform: Affine, isInside: Bool) {
    path.points.withUnsafeBufferPointer { points in
      guard let points = points.baseAddress else { return }
      if isInside {
        // Exactly the arithmetic of `FlatOutline`: keeping an outline must not change a pixel.
        let offset = transform.translation - corner
        let linear = transform.linear
        func line(_ a: Point, _ b: Point) { addInside(a + offset, b + offset) }
        trace(path, points, { linear.apply($0) }, line: line) { flatten($0, line) }
      } else {
        var transform = transform
        (transform.tx, transform.ty) = (transform.tx - corner.x, transform.ty - corner.y)
        trace(path, points, { Self.limited(transform.apply($0)) }) {
          addClipped($0, $1)
        } curve: {
          addClipped($0)
        }
      }
    }
  }

  /// Adds an outline that is flattened already and lies inside the region.
  @inline(never)
  func add(_ outline: FlatOutline, offset: Point) {
    let offset = offset - corner
    outline.points.withUnsafeBufferPointer { points in
      var first = 0
      for end in outline.ends {
        let start = points[first] + offset
        var from = start
        for index in first + 1..<end {
          let to = points[index] + offset
          addInside(from, to)
          from = to
        }
        addInside(from, start)
        first = end
      }
    }
  }

  /// Adds a rectangle that the map turns.
  func add(_ rect: Rect, transform: Affine) {
    func mapped(_ x: Double, _ y: Double) -> Point { Self.limited(transform.apply(Point(x, y)) - corner) }
    let (a, b) = (mapped(rect.minX, rect.minY), mapped(rect.maxX, rect.minY))
    let (c, d) = (mapped(rect.maxX, rect.maxY), mapped(rect.minX, rect.maxY))
    addClipped(a, b)
    addClipped(b, c)
    addClipped(c, d)
    addClipped(d, a)
  }

  /// The region's top left corner.
  private var corner: Point { Point(Double(region.minX), Double(region.minY)) }

  @inline(__always)
  private func trace(
    _ path: Path, _ points: UnsafePointer<Point>, _ map: (Point) -> Point, line: (Point, Point) -> Void,
    curve: (CubicCurve) -> Void
  ) {
    var start = Point.zero
    var current = Point.zero
    var next = points
    for verb in path.verbs {
      switch verb {
      case .move:
        line(current, start)
        start = map(next[0])
        current = start
        next += 1
      case .line:
        let end = map(next[0])
        line(current, end)
        current = end
        next += 1
      case .cubic:
        let cubic = CubicCurve(current, map(next[0]), map(next[1]), map(next[2]))
        curve(cubic)
        current = cubic.end
        next += 3
      case .close:
        line(current, start)
        current = start
      }
    }
    line(current, start)
  }

  /// Keeps a coordinate where a `Double` still has a thousandth of a pixel, and sums of some do not overflow.
  private static func limited(_ point: Point) -> Point {
    Point(max(-1e12, min(1e12, point.x)), max(-1e12, min(1e12, point.y)))
  }

  /// Adds a curve as lines. One that would need very many is halved first: only halves near the region need them at all.
  private func addClipped(_ curve: CubicCurve, halvings: Int = 16) {
    if isOutside(curve) { return addClipped(curve.start, curve.end) }
    if halvings > 0, curve.segmentCount(tolerance: Rasterizer.tolerance) == 512 {
      let (first, second) = curve.split(at: 0.5)
      addClipped(first, halvings: halvings - 1)
      addClipped(second, halvings: halvings - 1)
    } else {
      flatten(curve) { addClipped($0, $1) }
    }
  }

  /// Whether a curve lies on one side of the region, where it and its chord cover the same.
  private func isOutside(_ curve: CubicCurve) -> Bool {
    let bounds = curve.controlBounds
    return bounds.maxY <= 0 || bounds.minY >= Double(region.height) || bounds.maxX <= 0
      || bounds.minX >= Double(region.width)
  }
}

/// Calls `line` with each of the lines that a curve is drawn as.
@inline(__always)
func flatten(_ curve: CubicCurve, _ line: (Point, Point) -> Void) {
  let count = curve.segmentCount(tolerance: Rasterizer.tolerance)
  var from = curve.start
  if count > 1 {
    // As a polynomial, which is half the work of weighing four points.
    let c = (curve.control1 - curve.start) * 3
    let b = (curve.control2 - curve.control1) * 3 - c
    let a = curve.end - curve.start - c - b
    let step = 1 / Double(count)
    for index in 1..<count {
      let t = Double(index) * step
      let to = ((a * t + b) * t + c) * t + curve.start
      line(from, to)
      from = to
    }
  }
  line(from, curve.end)
}

extension CubicCurve {
  /// The bounds of the four points.
  @inline(__always)
  fileprivate var controlBounds: Rect {
    Rect.empty.including(start).including(control1).including(control2).including(end)
  }
}

extension Affine {
  /// Whether rectangles along the axes stay so.
  var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
  var linear: Affine { Affine(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }
  var translation: Point { Point(tx, ty) }
}
