/// Rectangles on one page.
struct PackedPage: Sendable, Hashable {
  /// Size of the page in pixels.
  var size: PackingProblem.Extent
  /// Indices of the rectangles on it.
  var members: [Int]
  /// Positions of the rectangles, one for each member.
  var places: [PackingProblem.Placement]
}
