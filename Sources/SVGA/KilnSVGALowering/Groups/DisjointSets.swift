/// Disjoint-set forest (union-find) of the numbers from 0 to `count`, with path halving.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// Representative of a number's set.
  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// Unites the sets of two numbers.
  mutating func unite(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    parents[max(a, b)] = min(a, b)
  }

  /// All sets: members ascending, sets by their first member.
  var sets: [[Int]] {
    var copy = self
    var members: [[Int]] = Array(repeating: [], count: parents.count)
    for index in parents.indices { members[copy.root(index)].append(index) }
    return members.filter { !$0.isEmpty }
  }
}
