internal import KilnGeometry
internal import KilnTimeline

/// An area painted with a gradient, as bands of solid colours.
///
/// Each band overlaps the next, so that antialiasing leaves no gap between them. Hence bands must be opaque.
struct GradientBands {
  /// Overlap of bands in pixels of the canvas, and as share of its longer side: a large canvas is often shown at half
  /// its size or less, where bands must still overlap by a pixel.
  private static let minimumOverlap = (pixels: 1.5, share: 1.0 / 320)

  private let levels: [GradientLevels.Level]
  private let area: Path
  private let overlap: Double
  private let tolerance: Double
  private let scale: Double
  /// The part of the frames in which the bands are drawn.
  private let share: Double
  private let maximumCost: Double
  private var cost = 0.0
  private var bands: [(color: StraightColor, path: Path)] = []
  /// Levels that one contour of the area crosses.
  private var crossed = 0..<0
  /// Minimum cost of a band.
  private var leastBandCost = 0.0

  /// The bands from back to front; nil for a gradient that is translucent or has too many colours, and if the bands
  /// cost more than `maximumCost`.
  ///
  /// - Parameters:
  ///   - area: In the gradient's space.
  ///   - scale: Scale at which that is drawn.
  ///   - side: The longer side of the canvas in pixels.
  ///   - share: The part of the frames in which they are drawn, 0…1.
  static func bands(
    of gradient: Gradient, in area: Path, scale: Double, side: Double, share: Double, maximumCost: Double
  ) -> [(color: StraightColor, path: Path)]? {
    guard let levels = GradientLevels(gradient), scale > 0 else { return nil }
    var maker = GradientBands(
      levels: levels.levels, area: area, overlap: max(minimumOverlap.pixels, minimumOverlap.share * side) / scale,
      tolerance: ShapeArea.tolerance(atScale: scale), scale: scale, share: share, maximumCost: maximumCost)
    let isMade =
      switch gradient.geometry {
      case .linear(let start, let end): maker.addStrips(from: start, to: end)
      case .radial(let center, let radius, let focus): maker.addRings(center, radius, focus)
      }
    return isMade ? maker.bands : nil
  }

  /// Adds a band; false if the cost is exceeded.
  private mutating func add(_ color: StraightColor, _ path: Path) -> Bool {
    if path.isEmpty { return true }
    bands.append((color, path))
    cost += LoweringCost.outline(points: path.points.count)
    cost += LoweringCost.playing(
      points: path.points.count, rows: max(0, path.controlBounds().height * scale), share: share)
    return cost <= maximumCost
  }

  /// Finds how many bands there are at least, by which most gradients that would cost too much are given up early.
  ///
  /// A contour that crosses a level bounds a band there.
  ///
  /// - Parameters:
  ///   - points: Minimum number of points of a band.
  ///   - offset: The gradient's offset at a point.
  private mutating func findCrossedLevels(points: Int, offset: (Point) -> Double) {
    leastBandCost = LoweringCost.outline(points: points)
    crossed = 0..<0
    var (low, high) = (Double.infinity, -Double.infinity)
    func finish() {
      let first = levels.partitioningIndex { $0.start > low }
      let end = levels.partitioningIndex { $0.start >= high }
      if end - first > crossed.count { crossed = first..<end }
      (low, high) = (.infinity, -.infinity)
    }
    var index = 0
    for verb in area.verbs where verb != .close {
      if verb == .move { finish() }
      index += verb.pointCount
      let offset = offset(area.points[index - 1])
      (low, high) = (min(low, offset), max(high, offset))
    }
    finish()
  }

  /// Whether the bands so far, and those of some levels to come, cost too much.
  private func exceedsCost(with rest: Range<Int>) -> Bool {
    // The first and the last may be thinner than the tolerance.
    let count = max(0, crossed.clamped(to: rest).count - 2)
    return cost + Double(count) * leastBandCost > maximumCost
  }

  // MARK: - Linear

  private mutating func addStrips(from start: Point, to end: Point) -> Bool {
    guard let toAxis = GradientRamp.axis(start, end), let back = toAxis.inverse else { return false }
    findCrossedLevels(points: 3) { toAxis.apply($0).x }
    let overlap = overlap / start.distance(to: end)
    var rest = area.transformed(by: toAxis)
    var bounds = rest.bounds
    for (index, level) in levels.enumerated() {
      if exceedsCost(with: index..<levels.count) { return false }
      guard index + 1 < levels.count, levels[index + 1].start < bounds.maxX else {
        return add(level.color, rest.transformed(by: back))
      }
      let next = levels[index + 1].start
      guard next > bounds.minX else { continue }
      bounds.maxX = next + overlap
      guard add(level.color, rest.cropped(to: bounds).transformed(by: back)) else { return false }
      bounds = rest.bounds
      bounds.minX = next
      rest = rest.cropped(to: bounds)
    }
    return true
  }

  // MARK: - Radial

  private mutating func addRings(_ center: Point, _ radius: Double, _ focus: Point) -> Bool {
    guard radius > 0, focus.distance(to: center) < 0.95 * radius else { return false }
    let axis = center - focus
    let square = radius * radius - Point.dot(axis, axis)
    // An arc on either side, and a piece of the contour between them.
    findCrossedLevels(points: 7) { point in
      // The disc through a point grows from the focus, and its middle moves towards the centre.
      let arm = point - focus
      let along = Point.dot(arm, axis)
      return ((along * along + square * Point.dot(arm, arm)).squareRoot() - along) / square
    }
    func disc(_ offset: Double) -> Path {
      let middle = focus.interpolated(to: center, by: offset)
      return .ellipse(center: middle, radii: Size(radius * offset, radius * offset))
    }
    let overlap = overlap / radius
    var rest = area
    for (index, level) in levels.enumerated().reversed() {
      if exceedsCost(with: 0..<index + 1) { return false }
      guard index > 0, level.start > 0 else {
        return add(level.color, rest)
      }
      let bounds = rest.bounds
      // The area ends inside this ring.
      if disc(level.start).relation(to: bounds, tolerance: tolerance) == .inside { continue }
      let hole = disc(max(0, level.start - overlap))
      let isWhole = rest.relation(to: hole.bounds, tolerance: tolerance) == .inside
      // The inner rings cover a hole that lies inside the area.
      guard let ring = isWhole ? rest : rest.combined(.difference, with: hole, tolerance: tolerance),
        add(level.color, ring)
      else { return false }
      guard let inner = rest.combined(.intersection, with: disc(level.start), tolerance: tolerance) else {
        return false
      }
      if inner.isEmpty { break }
      rest = inner
    }
    return true
  }
}
