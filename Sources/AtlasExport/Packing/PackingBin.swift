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
  /// The first number above the 24 bits of the second one.
  private let rank: Int

  /// More than any other.
  static let most = PlaceCost(first: 1 << 38, second: 0)

  /// - Parameters:
  ///   - first: A length or an area, 0 or more.
  ///   - second: A length, 0 or more.
  init(first: Int, second: Int) { rank = first &<< 24 | second }

  static func < (a: PlaceCost, b: PlaceCost) -> Bool { a.rank < b.rank }
}
