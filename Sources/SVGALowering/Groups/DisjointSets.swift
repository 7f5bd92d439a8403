/// Numbers that belong together, directly or through others.
struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  mutating func unite(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    parents[max(a, b)] = min(a, b)
  }

  /// All sets, each in order, in the order of their first members.
  var sets: [[Int]] {
    var copy = self
    var members: [[Int]] = Array(repeating: [], count: parents.count)
    for index in parents.indices { members[copy.root(index)].append(index) }
    return members.filter { !$0.isEmpty }
  }
}
