extension JSONTree {
  /// Number of objects inside the value at an index that are elements of arrays.
  func elementCount(inside index: Int) -> Int {
    nodes[index..<next(after: index)].dropFirst().reduce(0) { $0 + ($1.kind == .object && $1.key == 0 ? 1 : 0) }
  }

  /// Number of objects that are direct elements of arrays: for each given member name, and for all other arrays.
  public func elementCounts(inArraysNamed names: [JSONValue.Name]) -> (named: [Int], others: Int) {
    var named = Array(repeating: 0, count: names.count)
    var others = 0
    for index in nodes.indices where nodes[index].kind == .array {
      let count = objectCount(inArray: index)
      if count == 0 { continue }
      let key = keys[nodes[index].key]
      if let name = names.firstIndex(where: {
        $0.packed == key.packed && (key.hasEscapes || $0.length == key.range.count)
      }) {
        named[name] += count
      } else {
        others += count
      }
    }
    return (named, others)
  }

  private func objectCount(inArray index: Int) -> Int {
    var count = 0
    var child = index + 1
    let end = next(after: index)
    while child < end {
      if nodes[child].kind == .object { count += 1 }
      child = next(after: child)
    }
    return count
  }
}
