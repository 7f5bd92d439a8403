/// Rectangles on one page.
package struct PackedPage: Sendable, Hashable {
  /// Size of the page in pixels.
  package var size: PackingProblem.Extent
  /// Indices of the rectangles on it.
  package var members: [Int]
  /// Positions of the rectangles, one for each member.
  package var places: [PackingProblem.Placement]
}
