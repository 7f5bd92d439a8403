internal import Geometry

/// Where a contour lies.
private struct ContourPlace {
  var bounds: Rect
  /// Whether it goes around more of its area clockwise.
  var isClockwise: Bool
  /// The first one of the contours with which this one must be seen together.
  var group: Int
}

extension FlatOutline {
  /// More contours than these are looked at as one group. As many as fit on the stack.
  private static let contourLimit = 128

  /// Finds for each contour where it may overlap itself or other ones.
  ///
  /// Contours apart from each other are looked at by themselves: they are most of the contours of letters and
  /// ornaments.
  mutating func findOverlaps() {
    let points = self.points
    points.withUnsafeBufferPointer { points in
      if isConvex(points) { return }
      guard (2...Self.contourLimit).contains(contours.count) else {
        let overlaps = overlaps(points) { _ in true }
        for index in contours.indices { contours[index].overlaps = overlaps }
        return
      }
      withUnsafeTemporaryAllocation(of: ContourPlace.self, capacity: contours.count) { places in
        findPlaces(points, places)
        findGroups(places)
        for first in contours.indices where places[first].group == first {
          guard let overlaps = overlaps(points, of: { places[$0].group == first }) else { continue }
          for index in contours.indices where places[index].group == first { contours[index].overlaps = overlaps }
        }
        spreadOverlaps(places)
      }
    }
  }

  /// Whether there is one contour that turns one way, once.
  private func isConvex(_ points: UnsafeBufferPointer<Point>) -> Bool {
    guard contours.count == 1, points.count > 3 else { return points.count <= 3 }
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

  private func findPlaces(_ points: UnsafeBufferPointer<Point>, _ places: UnsafeMutableBufferPointer<ContourPlace>) {
    var first = 0
    for (index, contour) in contours.enumerated() {
      var bounds = Rect.empty
      var area = 0.0
      for index in first..<contour.end {
        bounds = bounds.including(points[index])
        area += Point.cross(points[max(first, index - 1)] - points[first], points[index] - points[first])
      }
      places.initializeElement(at: index, to: ContourPlace(bounds: bounds, isClockwise: area > 0, group: index))
      first = contour.end
    }
  }

  /// Groups contours that may overlap, or go around parts of the same pixel in opposite directions.
  private func findGroups(_ places: UnsafeMutableBufferPointer<ContourPlace>) {
    for second in places.indices {
      for first in 0..<second {
        let (a, b) = (places[first], places[second])
        let reach = a.isClockwise == b.isClockwise ? 0.0 : 1
        guard a.group != b.group, a.bounds.insetBy(-reach).meets(b.bounds) else { continue }
        let (group, joining) = (min(a.group, b.group), max(a.group, b.group))
        for index in 0...second where places[index].group == joining { places[index].group = group }
      }
    }
  }

  /// Contours that overlap may go around parts in both directions, so that those in the same pixels matter, too.
  private mutating func spreadOverlaps(_ places: UnsafeMutableBufferPointer<ContourPlace>) {
    for index in contours.indices where contours[index].overlaps == nil {
      let reach = places[index].bounds.insetBy(-1)
      for other in contours.indices where places[other].group != places[index].group {
        guard let overlaps = contours[other].overlaps, reach.meets(places[other].bounds) else { continue }
        contours[index].overlaps.include(overlaps)
      }
    }
  }
}

extension ClosedRange<Double>? {
  mutating func include(_ other: Self) {
    guard let other else { return }
    self = self.map { Swift.min($0.lowerBound, other.lowerBound)...Swift.max($0.upperBound, other.upperBound) } ?? other
  }
}

extension Rect {
  /// Whether they have a point in common.
  fileprivate func meets(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
