/// A page of fixed size that is being filled.
protocol PackingBin {
  /// A rule by which one of several places is chosen.
  associatedtype Heuristic: Sendable, Hashable, CaseIterable

  /// An empty page.
  init(width: Int, height: Int, heuristic: Heuristic)

  /// Places a rectangle; nil if there is no room for it.
  mutating func insert(_ extent: PackingProblem.Extent, allowsTurning: Bool) -> PackingProblem.Place?
}

/// How good a place is; the least is best. The second number decides between equal first ones.
struct PlaceCost: Comparable {
  var first: Int
  var second: Int

  static func < (a: PlaceCost, b: PlaceCost) -> Bool { (a.first, a.second) < (b.first, b.second) }
}
