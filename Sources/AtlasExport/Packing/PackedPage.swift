/// Rectangles on one page.
struct PackedPage: Sendable, Hashable {
  /// Size of the page in pixels.
  var size: PackingProblem.Extent
  /// Indices of the rectangles on it.
  var members: [Int]
  /// Where they are, one place for each member.
  var places: [PackingProblem.Place]
}
