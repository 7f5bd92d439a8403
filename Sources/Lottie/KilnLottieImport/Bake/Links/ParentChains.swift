package import KilnLottieFormat

/// The parent of each layer of a composition, as lottie-web finds it: by `ind`.
///
/// A layer follows all layers that have its parent's number, one after the other, each followed by its own parents. So that
/// every layer has at most one parent here, a chain of several is made of copies of the layers in it.
package struct ParentChains {
  /// Position of each layer's parent, and of each copy's; nil for none.
  private(set) var parents: [Int?]
  /// The layers that were copied. Their positions follow those of the layers.
  package private(set) var copies: [Int] = []
  /// Whether the layer, or copy, names a parent that is not there.
  private(set) var isBroken: [Bool]

  private let layers: [LottieLayer]
  /// Positions of the layers with a number, in the order of the file.
  private let positions: [Int: [Int]]

  /// Number of layers that all chains may visit. Beyond it, as in loops, a layer follows the first of its parents only.
  private static let maximumVisitCount = 10_000
  private var visitCount = 0

  /// First ancestor of all layers whose `parent` is one number.
  private enum Head {
    /// A copy, by its position.
    case copy(Int)
    /// Nothing, because every chain ends at a parent that is not there.
    case missing
    /// The first layer of that number, because there are too many.
    case first
  }

  package init(_ layers: [LottieLayer]) {
    var positions: [Int: [Int]] = [:]
    for (position, layer) in layers.enumerated() {
      if let index = layer.index { positions[index, default: []].append(position) }
    }
    parents = layers.map { $0.parent.flatMap { positions[$0]?.first } }
    isBroken = zip(layers, parents).map { $0.parent != nil && $1 == nil }
    self.layers = layers
    self.positions = positions
    let repeated = Set(positions.filter { $1.count > 1 }.keys)
    guard !repeated.isEmpty else { return }
    var heads: [Int: Head] = [:]
    for position in layers.indices {
      guard let number = layers[position].parent, repeated.contains(number) else { continue }
      let head = heads[number] ?? addChain(of: number)
      heads[number] = head
      switch head {
      case .copy(let copy): parents[position] = copy
      case .missing: isBroken[position] = true
      case .first: break
      }
    }
  }

  /// Copies all layers that those with a parent of a number follow.
  private mutating func addChain(of number: Int) -> Head {
    var chain: [Int] = []
    var isComplete = false
    var next = Array((positions[number] ?? []).reversed())
    while let position = next.popLast() {
      chain.append(position)
      visitCount += 1
      let found = layers[position].parent.map { positions[$0] ?? [] }
      guard visitCount + next.count + (found?.count ?? 0) <= Self.maximumVisitCount else { return .first }
      if let found { next += found.reversed() } else { isComplete = true }
    }
    guard isComplete else { return .missing }
    let first = parents.count
    copies += chain
    isBroken += chain.map { _ in false }
    parents += chain.indices.map { $0 + 1 < chain.count ? first + $0 + 1 : nil }
    return .copy(first)
  }
}
