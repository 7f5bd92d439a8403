/// A way to fill a page: the algorithm, its heuristic, and the order of the rectangles.
struct PackingMethod: Sendable, Hashable {
  /// The algorithm and its heuristic.
  enum Algorithm: Sendable, Hashable {
    case maximalRectangles(MaximalRectangles.Heuristic)
    case skyline(Skyline.Heuristic)

    static let all: [Algorithm] =
      MaximalRectangles.Heuristic.allCases.map { .maximalRectangles($0) }
      + Skyline.Heuristic.allCases.map { .skyline($0) }
  }

  /// By what rectangles are sorted, the largest first: what is hard to place finds most room.
  enum Order: Int, Sendable, Hashable, CaseIterable {
    case longSide, area, height, width, perimeter, shortSide

    fileprivate func rank(_ extent: PackingProblem.Extent) -> PlaceCost {
      let (width, height) = (extent.width, extent.height)
      return switch self {
      case .longSide: PlaceCost(first: max(width, height), second: min(width, height))
      case .area: PlaceCost(first: width * height, second: max(width, height))
      case .height: PlaceCost(first: height, second: width)
      case .width: PlaceCost(first: width, second: height)
      case .perimeter: PlaceCost(first: width + height, second: max(width, height))
      case .shortSide: PlaceCost(first: min(width, height), second: max(width, height))
      }
    }

    /// Indices of rectangles in the order in which they are placed.
    func indices(of extents: [PackingProblem.Extent]) -> [Int] {
      extents.indices.map { (rank(extents[$0]), $0) }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.1)
    }
  }

  var algorithm: Algorithm
  var order: Order
  /// Number of the shuffle by which the order is changed a little; 0 for none.
  var shuffle = 0

  /// All ways, those that are best most often first.
  static let all: [PackingMethod] = Order.allCases.flatMap { order in
    Algorithm.all.map { PackingMethod(algorithm: $0, order: order) }
  }

  /// Number of rectangles above which maximal rectangles take too long.
  private static let many = 2000

  /// The ways for a number of rectangles: all, or of very many those whose time does not grow with its square.
  static func all(for count: Int) -> [PackingMethod] {
    guard count > many else { return all }
    return all.filter { if case .skyline = $0.algorithm { true } else { false } }
  }

  /// Estimated work of an attempt with a number of rectangles, in visits of free places.
  static func work(for count: Int) -> Int {
    let count = max(8, count)
    return count > many ? count * 64 : count * count
  }

  /// The same with another shuffle.
  func shuffled(by shuffle: Int) -> PackingMethod {
    PackingMethod(algorithm: algorithm, order: order, shuffle: shuffle)
  }

  /// An order in which some rectangles have changed places with others a few places away.
  func shuffled(_ order: [Int]) -> [Int] {
    guard shuffle > 0, order.count > 2 else { return order }
    var order = order
    var state = UInt64(shuffle) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<max(1, order.count / 4) {
      state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB &+ 1
      let first = Int(truncatingIfNeeded: (state >> 33) % UInt64(order.count))
      let second = first + 1 + Int(truncatingIfNeeded: (state >> 8) % 6)
      if second < order.count { order.swapAt(first, second) }
    }
    return order
  }

  /// Places rectangles in a page of some size.
  ///
  /// - Parameters:
  ///   - order: Indices of the rectangles in the order in which they are placed.
  ///   - mayOmit: Whether rectangles without a place are left out; else the first of them ends the work.
  /// - Returns: The places by index, nil for what is left out; nil if a rectangle has no place and all are needed.
  func places(
    of problem: PackingProblem, _ order: [Int], width: Int, height: Int, mayOmit: Bool = false
  ) -> [PackingProblem.Place?]? {
    switch algorithm {
    case .maximalRectangles(let heuristic):
      fill(MaximalRectangles(width: width, height: height, heuristic: heuristic), problem, order, mayOmit)
    case .skyline(let heuristic):
      fill(Skyline(width: width, height: height, heuristic: heuristic), problem, order, mayOmit)
    }
  }

  private func fill(
    _ empty: some PackingBin, _ problem: PackingProblem, _ order: [Int], _ mayOmit: Bool
  ) -> [PackingProblem.Place?]? {
    var bin = empty
    var places = [PackingProblem.Place?](repeating: nil, count: problem.extents.count)
    for index in order {
      places[index] = bin.insert(problem.extents[index], allowsTurning: problem.allowsTurning)
      if places[index] == nil, !mayOmit { return nil }
    }
    return places
  }
}

/// Rectangles in each order, sorted once.
struct PackingOrders: Sendable {
  private var indices: [[Int]]

  init(_ extents: [PackingProblem.Extent]) {
    indices = PackingMethod.Order.allCases.map { $0.indices(of: extents) }
  }

  /// The order of a method, with its shuffle.
  subscript(_ method: PackingMethod) -> [Int] { method.shuffled(indices[method.order.rawValue]) }
}
