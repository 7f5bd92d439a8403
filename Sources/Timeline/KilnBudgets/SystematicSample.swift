/// Systematic sample of weighted elements: each chosen element stands for the same share of the total weight.
///
/// Things are drawn with probabilities proportional to their size (systematic sampling); those that are a larger part of the
/// whole than that stand for themselves.
package struct SystematicSample: Sendable, Hashable {
  /// A chosen element.
  package struct Member: Sendable, Hashable {
    /// Its index.
    package var index: Int
    /// Number of things that it stands for.
    package var weight: Double

    /// The thing at an index, and how many things it stands for, at least 1.
    package init(index: Int, weight: Double) {
      self.index = index
      self.weight = weight
    }
  }

  /// Chosen things, by ascending index.
  package let members: [Member]

  /// A sample of things with these sizes; those of size 0 are left out.
  ///
  /// - Parameters:
  ///   - count: Number of things to choose, at most.
  ///   - isFirstCertain: Whether the first one stands for itself, whatever its size.
  package init(of sizes: [Int], count: Int, isFirstCertain: Bool = false) {
    var rest = sizes.indices.filter { sizes[$0] > 0 }
    var slots = count
    var chosen: [Member] = []
    if isFirstCertain, slots > 0, rest.first == 0 {
      chosen.append(Member(index: rest.removeFirst(), weight: 1))
      slots -= 1
    }
    var total = rest.reduce(0) { $0 + sizes[$1] }
    // Things larger than the part of one slot stand for themselves.
    while slots > 0, let index = rest.firstIndex(where: { sizes[$0] * slots >= total }) {
      let own = rest.remove(at: index)
      chosen.append(Member(index: own, weight: 1))
      total -= sizes[own]
      slots -= 1
    }
    if slots > 0, total > 0 {
      let step = Double(total) / Double(slots)
      var position = step / 2
      var sum = 0.0
      for index in rest {
        sum += Double(sizes[index])
        if sum > position {
          chosen.append(Member(index: index, weight: step / Double(sizes[index])))
          position += step
        }
      }
    }
    members = chosen.sorted { $0.index < $1.index }
  }
}
