public import Geometry
internal import Pixels

/// A path as lines in pixels, but for a translation: what can be kept of an outline that moves without changing.
public struct FlatOutline: Sendable {
  /// With so many points curves are drawn as one line each, so that memory is bounded.
  private static let pointLimit = 1 << 20
  /// Pixels. Larger ones are drawn from the path, by what is seen of them.
  private static let sizeLimit = 1e6

  /// A line that ends where it starts.
  struct Contour: Sendable {
    /// Where it ends among the points.
    var end: Int
    /// Heights between which the outline may go around a point of this contour more than once, or around some points
    /// the other way; nil if it is known that it does not, or nobody asked.
    var overlaps: ClosedRange<Double>?
  }

  /// The points of all contours.
  private(set) var points: [Point] = []
  /// In the path's order. An `OverlapFinder` notes in them what it finds.
  var contours: [Contour] = []
  /// Holds the path's points, control points too.
  private(set) var bounds = Rect.empty
  /// Whether it is too large for `Rasterizer.tolerance`, so that it serves only where all of it is seen.
  private(set) var isCoarse = false

  /// An outline without contours.
  public init() {}

  /// Flattens a path, and finds where it overlaps itself.
  public init(_ path: Path, transform: Affine) {
    assign(path, transform: transform)
    var overlaps = OverlapFinder()
    findOverlaps(with: &overlaps)
  }

  /// Finds where it overlaps itself: what is drawn with it is exact then, as `Rasterizer.Area.resolvesOverlaps` says.
  public mutating func findOverlaps(with finder: inout OverlapFinder) { finder.find(in: &self) }

  /// Becomes another path's outline, in the same memory.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels; its translation does not count.
  public mutating func assign(_ path: Path, transform: Affine) {
    let linear = transform.linear
    bounds = path.controlBounds(transformedBy: linear)
    guard linear.fitsFloat, path.fitsFloat else {
      // Mapped points may not be finite. It is drawn from the path, by what is seen of it.
      points.removeAll(keepingCapacity: true)
      contours.removeAll(keepingCapacity: true)
      isCoarse = true
      return
    }
    assign(path, linear: linear)
    if max(bounds.width, bounds.height) > Self.sizeLimit { isCoarse = true }
  }

  /// The same without the bounds.
  mutating func assign(_ path: Path, linear: Affine) {
    assign(path) {
      linear.apply($0)
    } curve: { outline, curve in
      outline.append(curve)
    }
  }

  /// Becomes the outline of a path of which only a region is seen, in pixels from the region's top left corner.
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

  /// Starts a contour where the last one started, unless there is one already.
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
    let count = points.count < Self.pointLimit ? curve.segmentCount(tolerance: Rasterizer.tolerance) : 1
    if count == CubicCurve.largestSegmentCount || points.count >= Self.pointLimit { isCoarse = true }
    if count > 1 {
      // As a polynomial, which is half the work of weighing four points.
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

  /// Adds a curve. One that would need very many lines is halved first: only halves that are seen need them at all.
  private mutating func append(_ curve: CubicCurve, seenIn region: Rect, halvings: Int = 16) {
    let bounds = curve.controlBounds
    // On one side of the region a curve and its chord cover the same.
    if bounds.maxY <= 0 || bounds.minY >= region.maxY || bounds.maxX <= 0 || bounds.minX >= region.maxX {
      points.append(curve.end)
    } else if halvings > 0, points.count < Self.pointLimit,
      curve.segmentCount(tolerance: Rasterizer.tolerance) == CubicCurve.largestSegmentCount
    {
      let (first, second) = curve.split(at: 0.5)
      append(first, seenIn: region, halvings: halvings - 1)
      append(second, seenIn: region, halvings: halvings - 1)
    } else {
      append(curve)
    }
  }

  /// Heights between which any contour may overlap; nil for none.
  var overlaps: ClosedRange<Double>? {
    var overlaps: ClosedRange<Double>?
    for contour in contours { overlaps.include(contour.overlaps) }
    return overlaps
  }

  /// Number of points.
  public var pointCount: Int { points.count }
}

extension Point {
  /// With coordinates for which a `Double` still has a thousandth of a pixel, and sums of which do not overflow.
  var limited: Point { Point(max(-1e12, min(1e12, x)), max(-1e12, min(1e12, y))) }
}

extension CubicCurve {
  /// The bounds of the four points.
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
