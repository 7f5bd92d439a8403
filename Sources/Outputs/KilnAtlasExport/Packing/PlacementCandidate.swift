/// A candidate placement of a rectangle on a page.
struct PlacementCandidate {
  var x: Int
  var y: Int
  var cost: PlacementScore
}

/// Score of a placement; the lowest is best. The second number decides between equal first ones.
struct PlacementScore: Comparable {
  /// The first number above the 24 bits of the second one.
  private let rank: Int

  /// More than any other.
  static let most = PlacementScore(first: 1 << 38, second: 0)

  /// - Parameters:
  ///   - first: A length or an area, 0 or more.
  ///   - second: A length, 0 or more.
  init(first: Int, second: Int) { rank = first &<< 24 | second }

  static func < (a: PlacementScore, b: PlacementScore) -> Bool { a.rank < b.rank }
}
