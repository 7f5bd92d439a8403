internal import Geometry

/// Finds where the contours of outlines may overlap themselves or each other. Owns its scratch memory.
///
/// Contours apart from each other are looked at by themselves: they are most of the contours of letters, ornaments and
/// dashes.
public struct OverlapFinder: Sendable {
  /// More contours than these are looked at as one group, because all pairs of them may have to be compared.
  private static let contourLimit = 400

  /// Where a contour lies.
  struct Place {
    /// Its index, and where its points begin and end.
    var contour: Int
    var points: Range<Int>
    var bounds: Rect
    /// Whether it goes around more of its area clockwise.
    var isClockwise: Bool
    /// Index of another place of the same group, or its own if it is the first one.
    var group: Int
  }

  private var places: [Place] = []
  private var chains: [OutlineChain] = []

  /// A finder without scratch memory yet.
  public init() {}

  /// Notes in each contour between which heights it may overlap.
  mutating func find(in outline: inout FlatOutline) {
    let points = outline.points
    points.withUnsafeBufferPointer { points in
      if Self.isConvex(outline, points) { return }
      findPlaces(of: outline, points)
      let hasGroups = places.count <= Self.contourLimit
      if hasGroups { findGroups() }
      var first = 0
      var isAnyFound = false
      while first < places.count {
        let group = places[first...].prefix { !hasGroups || $0.group == places[first].group }
        if let overlaps = OutlineChain.overlaps(of: group, points, &chains) {
          for place in group { outline.contours[place.contour].overlaps = overlaps }
          isAnyFound = true
        }
        first = group.endIndex
      }
      if isAnyFound && hasGroups { spread(in: &outline) }
    }
  }

  /// Whether there is one contour that turns one way, once.
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

  private mutating func findPlaces(of outline: FlatOutline, _ points: UnsafeBufferPointer<Point>) {
    places.removeAll(keepingCapacity: true)
    var first = 0
    for (index, contour) in outline.contours.enumerated() {
      var bounds = Rect.empty
      var area = 0.0
      for index in first..<contour.end {
        bounds = bounds.including(points[index])
        area += Point.cross(points[max(first, index - 1)] - points[first], points[index] - points[first])
      }
      places.append(
        Place(contour: index, points: first..<contour.end, bounds: bounds, isClockwise: area > 0, group: index))
      first = contour.end
    }
  }

  /// Groups contours that may overlap, or go around parts of the same pixel in opposite directions, and sorts them by
  /// group.
  private mutating func findGroups() {
    places.sort { $0.bounds.minX < $1.bounds.minX }
    for index in places.indices { places[index].group = index }
    for first in places.indices {
      for second in places[first...].indices.dropFirst() {
        let (a, b) = (places[first], places[second])
        if b.bounds.minX > a.bounds.maxX + 1 { break }
        let reach = a.isClockwise == b.isClockwise ? 0.0 : 1
        if a.bounds.insetBy(-reach).meets(b.bounds) { join(first, second) }
      }
    }
    for index in places.indices { places[index].group = group(of: index) }
    places.sort { ($0.group, $0.contour) < ($1.group, $1.contour) }
  }

  private func group(of place: Int) -> Int {
    var place = place
    while places[place].group != place { place = places[place].group }
    return place
  }

  private mutating func join(_ first: Int, _ second: Int) {
    let (a, b) = (group(of: first), group(of: second))
    places[max(a, b)].group = min(a, b)
    // The next search is short.
    places[second].group = min(a, b)
  }

  /// Contours that overlap may go around parts in both directions, so that those in the same pixels matter, too.
  private func spread(in outline: inout FlatOutline) {
    for place in places where outline.contours[place.contour].overlaps == nil {
      let reach = place.bounds.insetBy(-1)
      var found: ClosedRange<Double>?
      for other in places where other.group != place.group && reach.meets(other.bounds) {
        found.include(outline.contours[other.contour].overlaps)
      }
      outline.contours[place.contour].overlaps = found
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
  /// Whether they have a point in common.
  fileprivate func meets(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
