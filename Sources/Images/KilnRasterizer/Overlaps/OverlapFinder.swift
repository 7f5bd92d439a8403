internal import KilnGeometry

/// Finds where contours of an outline may overlap themselves or each other. Owns reusable scratch memory.
///
/// Disjoint contours, which are most contours of letters, ornaments and dashes, are examined separately.
package struct OverlapFinder: Sendable {
  /// Maximum number of contours that are grouped, because all pairs may be compared; more are treated as one group.
  private static let maximumContourCount = 400

  /// Extent of a contour.
  struct ContourExtent {
    /// Index of the contour.
    var contour: Int
    /// Indices of its points in the outline.
    var points: Range<Int>
    var bounds: Rect
    /// Whether its signed area is clockwise.
    var isClockwise: Bool
    /// Union-find parent: index of another extent of the same group, or its own for the root.
    var group: Int
  }

  private var extents: [ContourExtent] = []
  /// Elements of `extents` that overlap.
  private var overlapping: [ContourExtent] = []
  private var chains: [OutlineChain] = []

  /// A finder without allocated scratch memory.
  package init() {}

  /// Sets `overlaps` of each contour of the outline.
  mutating func find(in outline: inout FlatOutline) {
    let points = outline.points
    points.withUnsafeBufferPointer { points in
      if Self.isConvex(outline, points) { return }
      findExtents(of: outline, points)
      let hasGroups = extents.count <= Self.maximumContourCount
      if hasGroups { findGroups() }
      var first = 0
      var isAnyFound = false
      while first < extents.count {
        let group = extents[first...].prefix { !hasGroups || $0.group == extents[first].group }
        if let overlaps = OutlineChain.overlaps(of: group, points, &chains) {
          for extent in group { outline.contours[extent.contour].overlaps = overlaps }
          isAnyFound = true
        }
        first = group.endIndex
      }
      if isAnyFound && hasGroups { spread(in: &outline) }
    }
  }

  /// Whether there is a single convex contour.
  private static func isConvex(_ outline: FlatOutline, _ points: UnsafeBufferPointer<Point>) -> Bool {
    guard outline.contours.count == 1, points.count > 3 else { return points.count <= 3 }
    var turn = 0.0
    var reversals = 0
    var before = points[points.count - 1] - points[points.count - 2]
    var lastHeight = before.y
    for index in 1..<points.count {
      let edge = points[index] - points[index - 1]
      let cross = before.x * edge.y - before.y * edge.x
      if cross * turn < 0 { return false }
      if cross != 0 { turn = cross }
      if edge.y * lastHeight < 0 { reversals += 1 }
      if edge.y != 0 { lastHeight = edge.y }
      before = edge
    }
    return reversals <= 2
  }

  private mutating func findExtents(of outline: FlatOutline, _ points: UnsafeBufferPointer<Point>) {
    extents.removeAll(keepingCapacity: true)
    var first = 0
    for (index, contour) in outline.contours.enumerated() {
      var bounds = Rect.empty
      var area = 0.0
      for index in first..<contour.end {
        bounds = bounds.including(points[index])
        area += Point.cross(points[max(first, index - 1)] - points[first], points[index] - points[first])
      }
      extents.append(
        ContourExtent(contour: index, points: first..<contour.end, bounds: bounds, isClockwise: area > 0, group: index))
      first = contour.end
    }
  }

  /// Groups contours that may overlap, or that enclose parts of the same pixel with opposite orientation, and sorts them
  /// by group.
  private mutating func findGroups() {
    extents.sort { $0.bounds.minX < $1.bounds.minX }
    for index in extents.indices { extents[index].group = index }
    for first in extents.indices {
      for second in extents[first...].indices.dropFirst() {
        let (a, b) = (extents[first], extents[second])
        if b.bounds.minX > a.bounds.maxX + 1 { break }
        let reach = a.isClockwise == b.isClockwise ? 0.0 : 1
        if a.bounds.insetBy(-reach).meets(b.bounds) { join(first, second) }
      }
    }
    for index in extents.indices { extents[index].group = group(of: index) }
    extents.sort { ($0.group, $0.contour) < ($1.group, $1.contour) }
  }

  private func group(of extent: Int) -> Int {
    var extent = extent
    while extents[extent].group != extent { extent = extents[extent].group }
    return extent
  }

  private mutating func join(_ first: Int, _ second: Int) {
    let (a, b) = (group(of: first), group(of: second))
    extents[max(a, b)].group = min(a, b)
    // Path compression.
    extents[second].group = min(a, b)
  }

  /// Extends overlaps to contours in the same pixels, because overlapping contours may enclose parts in both directions.
  private mutating func spread(in outline: inout FlatOutline) {
    overlapping.removeAll(keepingCapacity: true)
    for extent in extents where outline.contours[extent.contour].overlaps != nil { overlapping.append(extent) }
    for extent in extents where outline.contours[extent.contour].overlaps == nil {
      let reach = extent.bounds.insetBy(-1)
      var found: ClosedRange<Double>?
      for other in overlapping where reach.meets(other.bounds) {
        found.include(outline.contours[other.contour].overlaps)
      }
      outline.contours[extent.contour].overlaps = found
    }
  }
}

extension ClosedRange<Double>? {
  mutating func include(_ other: Self) {
    guard let other else { return }
    self = self?.union(other) ?? other
  }
}

extension Rect {
  /// Whether both have a common point.
  fileprivate func meets(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
