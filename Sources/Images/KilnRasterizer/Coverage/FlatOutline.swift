package import KilnGeometry
internal import KilnPixels

/// A flattened path: closed polygons in pixels up to a translation, so that it can be reused while a shape only moves.
package struct FlatOutline: Sendable {
  /// Number of points beyond which curves become one line each, which bounds memory.
  private static let maximumPointCount = 1 << 20
  /// Maximum width and height in pixels; larger outlines are flattened for their visible region instead.
  private static let maximumSize = 1e6

  /// A closed polygon.
  struct Contour: Sendable {
    /// End index among the points, exclusive.
    var end: Int
    /// Range of heights in which winding numbers near this contour may leave {0, 1}, or {0, -1}; nil if they do not, or if
    /// `findOverlaps` was not called.
    var overlaps: ClosedRange<Double>?
  }

  /// Points of all contours; each contour ends with its first point.
  private(set) var points: [Point] = []
  /// Contours in the path's order.
  var contours: [Contour] = []
  /// Bounding box of the path's mapped points, control points included.
  private(set) var bounds = Rect.empty
  /// Whether `Rasterizer.tolerance` could not be kept, so that the outline is used only where all of it is visible.
  private(set) var isCoarse = false

  /// An empty outline.
  package init() {}

  /// Flattens a path and finds its overlaps.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels; its translation is ignored.
  package init(_ path: Path, transform: Affine) {
    assign(path, transform: transform)
    var overlaps = OverlapFinder()
    findOverlaps(with: &overlaps)
  }

  /// Finds where the outline overlaps itself, so that its coverage is exact as with `Rasterizer.Area.resolvesOverlaps`.
  package mutating func findOverlaps(with finder: inout OverlapFinder) { finder.find(in: &self) }

  /// Replaces the outline by that of another path, reusing memory.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels; its translation is ignored.
  package mutating func assign(_ path: Path, transform: Affine) {
    let linear = transform.linear
    bounds = path.controlBounds(transformedBy: linear)
    guard linear.fitsFloat, path.fitsFloat, max(bounds.width, bounds.height) <= Self.maximumSize else {
      // Mapped points may not be finite, or be very many; the path is flattened for its visible region instead.
      points.removeAll(keepingCapacity: true)
      contours.removeAll(keepingCapacity: true)
      isCoarse = true
      return
    }
    assign(path, linear: linear)
  }

  /// The same without computing `bounds`.
  mutating func assign(_ path: Path, linear: Affine) {
    assign(path) {
      linear.apply($0)
    } curve: { outline, curve in
      outline.append(curve)
    }
  }

  /// Replaces the outline by that of a path for a visible region, in pixels from the region's top left corner.
  mutating func assign(_ path: Path, transform: Affine, seenIn region: PixelRect) {
    let transform = .translation(Double(-region.minX), Double(-region.minY)) * transform
    let seen = Rect(x: 0, y: 0, width: Double(region.width), height: Double(region.height))
    assign(path) {
      transform.apply($0).limited
    } curve: { outline, curve in
      outline.append(curve, seenIn: seen)
    }
  }

  @inline(__always)
  private mutating func assign(
    _ path: Path, _ map: (Point) -> Point, curve: (inout FlatOutline, CubicCurve) -> Void
  ) {
    points.removeAll(keepingCapacity: true)
    contours.removeAll(keepingCapacity: true)
    isCoarse = false
    var index = 0
    var start = Point.zero
    for verb in path.verbs {
      switch verb {
      case .move:
        endContour()
        start = map(path.points[index])
        points.append(start)
      case .line:
        beginContour(start)
        points.append(map(path.points[index]))
      case .cubic:
        beginContour(start)
        curve(
          &self,
          CubicCurve(
            points[points.count - 1], map(path.points[index]), map(path.points[index + 1]), map(path.points[index + 2]))
        )
      case .close: endContour()
      }
      index += verb.pointCount
    }
    endContour()
  }

  /// Starts a contour at the last start point unless one is open.
  @inline(__always)
  private mutating func beginContour(_ start: Point) {
    if points.count == contours.last?.end ?? 0 { points.append(start) }
  }

  private mutating func endContour() {
    let first = contours.last?.end ?? 0
    guard points.count > first else { return }
    if points[first] != points[points.count - 1] { points.append(points[first]) }
    contours.append(Contour(end: points.count))
  }

  @inline(__always)
  private mutating func append(_ curve: CubicCurve) {
    let count = points.count < Self.maximumPointCount ? curve.segmentCount(tolerance: Rasterizer.tolerance) : 1
    if count == CubicCurve.largestSegmentCount || points.count >= Self.maximumPointCount { isCoarse = true }
    if count > 1 {
      // In power basis, which is half the work of the Bernstein form.
      let c = (curve.control1 - curve.start) * 3
      let b = (curve.control2 - curve.control1) * 3 - c
      let a = curve.end - curve.start - c - b
      let step = 1 / Double(count)
      for index in 1..<count {
        let t = Double(index) * step
        points.append(((a * t + b) * t + c) * t + curve.start)
      }
    }
    points.append(curve.end)
  }

  /// Appends a curve. One that would need too many lines is bisected first; only visible halves are flattened finely.
  private mutating func append(_ curve: CubicCurve, seenIn region: Rect, halvings: Int = 16) {
    let bounds = curve.controlBounds
    // Outside on one side of the region a curve and its chord cover the same.
    if bounds.maxY <= 0 || bounds.minY >= region.maxY || bounds.maxX <= 0 || bounds.minX >= region.maxX {
      points.append(curve.end)
    } else if halvings > 0, points.count < Self.maximumPointCount,
      curve.segmentCount(tolerance: Rasterizer.tolerance) == CubicCurve.largestSegmentCount
    {
      let (first, second) = curve.split(at: 0.5)
      append(first, seenIn: region, halvings: halvings - 1)
      append(second, seenIn: region, halvings: halvings - 1)
    } else {
      append(curve)
    }
  }

  /// Range of heights in which any contour may overlap; nil for none.
  var overlaps: ClosedRange<Double>? {
    var overlaps: ClosedRange<Double>?
    for contour in contours { overlaps.include(contour.overlaps) }
    return overlaps
  }

  /// Number of points of all contours.
  package var pointCount: Int { points.count }
}

extension Point {
  /// The point clamped to ±10¹², where a `Double` still resolves a thousandth of a pixel.
  var limited: Point { Point(max(-1e12, min(1e12, x)), max(-1e12, min(1e12, y))) }
}

extension Affine {
  /// Whether axis-aligned rectangles map to axis-aligned rectangles.
  var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
  var translation: Point { Point(tx, ty) }
}
