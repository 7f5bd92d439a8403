extension Sequence {
  /// Elements with equal keys together, in the order in which each key came first.
  package func groups<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var positions: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let position = positions[key] {
        groups[position].append(element)
      } else {
        positions[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
