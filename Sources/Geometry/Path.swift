/// A sequence of contours made of lines and cubic Béziers.
///
/// Guarantees, whatever is appended: every coordinate is finite; every contour starts with `move`; points and verbs
/// match (`move` and `line` take one point, `cubic` three, `close` none).
public struct Path: Sendable, Hashable {
  /// What the next points mean.
  public enum Verb: UInt8, Sendable, Hashable {
    /// Starts a contour at one point.
    case move
    /// A line to one point.
    case line
    /// A cubic Bézier: two control points and an end point.
    case cubic
    /// A line back to the start of the contour, joined there.
    case close

    /// Points that the verb takes.
    @inlinable
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// What to do, in order.
  public private(set) var verbs = Verbs()
  /// The points that the verbs take, in order.
  public private(set) var points: [Point] = []
  /// Whether every point that was appended fits into 32-bit floats.
  public private(set) var fitsFloat = true
  private var start = Point.zero
  private var hasOpenContour = false

  /// A path without contours.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The point where the next segment starts, or nil before the first contour.
  public var currentPoint: Point? {
    guard let last = verbs.last else { return nil }
    return last == .close ? start : points.last
  }

  /// Makes room for so many more segments, counting the start of a contour as one.
  public mutating func reserveSegments(_ count: Int) {
    verbs.reserveCapacity(verbs.count + count + 1)
    points.reserveCapacity(points.count + 3 * count)
  }

  /// Starts a contour. Points that are not finite are taken as the origin.
  public mutating func move(to point: Point) {
    start = finite(point)
    hasOpenContour = true
    verbs.append(.move)
    points.append(start)
  }

  /// Adds a line from the current point.
  public mutating func line(to point: Point) {
    startContourIfNeeded(at: point)
    verbs.append(.line)
    points.append(finite(point))
  }

  /// Adds a cubic Bézier from the current point.
  public mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    startContourIfNeeded(at: control1)
    verbs.append(.cubic)
    points.append(finite(control1))
    points.append(finite(control2))
    points.append(finite(end))
  }

  /// Adds a quadratic Bézier from the current point, as the cubic that is the same curve.
  public mutating func quadratic(_ control: Point, to end: Point) {
    let from = currentPoint ?? control
    cubic(from.interpolated(to: control, by: 2 / 3), end.interpolated(to: control, by: 2 / 3), to: end)
  }

  /// Closes the contour.
  public mutating func close() {
    guard hasOpenContour else { return }
    hasOpenContour = false
    verbs.append(.close)
  }

  /// Adds all contours of another path.
  public mutating func append(_ other: Path) {
    guard !other.isEmpty else { return }
    verbs.append(contentsOf: other.verbs)
    points += other.points
    if !other.fitsFloat { fitsFloat = false }
    start = other.start
    hasOpenContour = other.hasOpenContour
  }

  /// Adds all contours of another path, mapped.
  public mutating func append(_ other: Path, transformedBy transform: Affine) {
    guard !other.isEmpty else { return }
    if transform == .identity { return append(other) }
    verbs.append(contentsOf: other.verbs)
    points.reserveCapacity(points.count + other.points.count)
    if !other.fitsFloat { fitsFloat = false }
    for point in other.points { points.append(finite(transform.apply(point))) }
    start = finite(transform.apply(other.start))
    hasOpenContour = other.hasOpenContour
  }

  /// The path mapped by `transform`.
  public func transformed(by transform: Affine) -> Path {
    var result = Path()
    result.append(self, transformedBy: transform)
    return result
  }

  /// Empties the path and keeps its memory.
  public mutating func removeAll() {
    verbs.removeAll()
    points.removeAll(keepingCapacity: true)
    fitsFloat = true
    hasOpenContour = false
  }

  /// Two paths are the same when they draw the same.
  public static func == (a: Path, b: Path) -> Bool { a.verbs == b.verbs && a.points == b.points }

  /// Feeds the number of verbs and a digest of the points to the hasher.
  public func hash(into hasher: inout Hasher) {
    var digest = NumberDigest()
    feed(&digest)
    hasher.combine(digest.value)
  }

  /// Feeds the number of verbs and the points to a digest.
  public func feed(_ digest: inout NumberDigest) {
    digest.combine(verbs.count, points.count)
    for point in points { digest.combine(point.x, point.y) }
  }

  private mutating func startContourIfNeeded(at point: Point) {
    guard !hasOpenContour else { return }
    move(to: currentPoint ?? point)
  }

  @inline(__always)
  private mutating func finite(_ point: Point) -> Point {
    if point.fitsFloat { return point }
    fitsFloat = false
    return point.isFinite ? point : .zero
  }
}
