/// A page of fixed size that is being filled.
protocol PackingBin {
  /// A rule by which one of several places is chosen.
  associatedtype Heuristic: Sendable, Hashable, CaseIterable

  /// An empty page.
  init(width: Int, height: Int, heuristic: Heuristic)

  /// The best place for a rectangle as it stands; nil if there is no room for it.
  func choice(_ extent: PackingProblem.Extent) -> PlaceChoice?

  /// Takes the chosen place for the rectangle.
  mutating func occupy(_ choice: PlaceChoice, _ extent: PackingProblem.Extent)
}

extension PackingBin {
  /// Places a rectangle; nil if there is no room for it. It is turned only where that is better.
  mutating func insert(_ extent: PackingProblem.Extent, allowsTurning: Bool) -> PackingProblem.Place? {
    let upright = choice(extent)
    if allowsTurning, extent.width != extent.height, let turned = choice(extent.turned),
      turned.cost < upright?.cost ?? .most
    {
      occupy(turned, extent.turned)
      return PackingProblem.Place(x: turned.x, y: turned.y, isTurned: true)
    }
    guard let upright else { return nil }
    occupy(upright, extent)
    return PackingProblem.Place(x: upright.x, y: upright.y, isTurned: false)
  }
}

/// A place for a rectangle on a page.
struct PlaceChoice {
  var x: Int
  var y: Int
  /// Number of the free part whose top left corner it takes.
  var index: Int
  var cost: PlaceCost
}

/// Cost of a place; the least is best. The second number decides between equal first ones.
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
