/// A path: contours of lines and cubic Béziers, stored as verbs and points.
///
/// Guarantees, whatever is appended: every coordinate is finite; every contour starts with `move`; the number of points
/// matches the verbs.
public struct Path: Sendable, Hashable {
  /// Kind of a path element, which determines how many points it has.
  public enum Verb: UInt8, Sendable, Hashable {
    /// Starts a contour at one point.
    case move
    /// A line to one point.
    case line
    /// A cubic Bézier: two control points and an end point.
    case cubic
    /// A line back to the start of the contour, joined there.
    case close

    /// Number of points that belong to the verb: 1, 1, 3 and 0.
    @inlinable
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// The elements' kinds in order.
  public private(set) var verbs = Verbs()
  /// The points of all verbs in order.
  public private(set) var points: [Point] = []
  /// Whether every point appended so far fits into 32-bit floats.
  public private(set) var fitsFloat = true
  private var start = Point.zero
  private var hasOpenContour = false

  /// An empty path.
  public init() {}

  /// Whether there is no contour.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The point where the next segment starts; nil before the first contour.
  public var currentPoint: Point? {
    guard let last = verbs.last else { return nil }
    return last == .close ? start : points.last
  }

  /// Reserves capacity for a number of additional segments; the start of a contour counts as one.
  mutating func reserveSegments(_ count: Int) {
    verbs.reserveCapacity(verbs.count + count + 1)
    points.reserveCapacity(points.count + 3 * count)
  }

  /// Starts a contour. A point that is not finite is replaced by the origin, here and in all methods that append.
  public mutating func move(to point: Point) {
    start = finite(point)
    hasOpenContour = true
    verbs.append(.move)
    points.append(start)
  }

  /// Appends a line from the current point.
  public mutating func line(to point: Point) {
    startContourIfNeeded(at: point)
    verbs.append(.line)
    points.append(finite(point))
  }

  /// Appends a cubic Bézier from the current point.
  public mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    startContourIfNeeded(at: control1)
    verbs.append(.cubic)
    points.append(finite(control1))
    points.append(finite(control2))
    points.append(finite(end))
  }

  /// Appends a quadratic Bézier from the current point, as the equivalent cubic.
  public mutating func quadratic(_ control: Point, to end: Point) {
    let from = currentPoint ?? control
    cubic(from.interpolated(to: control, by: 2 / 3), end.interpolated(to: control, by: 2 / 3), to: end)
  }

  /// Closes the current contour with a line to its start; no effect if none is open.
  public mutating func close() {
    guard hasOpenContour else { return }
    hasOpenContour = false
    verbs.append(.close)
  }

  /// Appends all contours of another path.
  public mutating func append(_ other: Path) {
    guard !other.isEmpty else { return }
    verbs.append(contentsOf: other.verbs)
    points += other.points
    if !other.fitsFloat { fitsFloat = false }
    start = other.start
    hasOpenContour = other.hasOpenContour
  }

  /// Appends all contours of another path, mapped by a transform.
  public mutating func append(_ other: Path, transformedBy transform: Affine) {
    guard !other.isEmpty else { return }
    if transform == .identity { return append(other) }
    verbs.append(contentsOf: other.verbs)
    // To reserve exactly as much each time would copy all points for each of many paths.
    if points.isEmpty { points.reserveCapacity(other.points.count) }
    if !other.fitsFloat { fitsFloat = false }
    for point in other.points { points.append(finite(transform.apply(point))) }
    start = finite(transform.apply(other.start))
    hasOpenContour = other.hasOpenContour
  }

  /// The path mapped by `transform`.
  public func transformed(by transform: Affine) -> Path {
    if transform == .identity { return self }
    var result = Path()
    result.append(self, transformedBy: transform)
    return result
  }

  /// Removes all contours and keeps the capacity.
  public mutating func removeAll() {
    verbs.removeAll()
    points.removeAll(keepingCapacity: true)
    fitsFloat = true
    hasOpenContour = false
  }

  /// Whether verbs and points are equal; `fitsFloat` and the open state are ignored.
  public static func == (a: Path, b: Path) -> Bool { a.verbs == b.verbs && a.points == b.points }

  /// Hashes the number of verbs and the points, by `NumberDigest`.
  public func hash(into hasher: inout Hasher) {
    var digest = NumberDigest()
    feed(&digest)
    hasher.combine(digest.value)
  }

  /// Adds the number of verbs and the points to a digest.
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
