/// Hash index of the entries of a growing table.
///
/// Unlike a dictionary with the entries as keys, it never hashes an entry again when it grows.
struct InternIndex {
  /// Index of the newest entry of each hash.
  private var newest: [Int: Int32] = [:]
  /// Hash chains: for each entry the index of the previous one with the same hash; negative if there is none.
  private var earlier: [Int32] = []

  /// Index of the newest entry with a hash that satisfies a predicate; nil if there is none.
  func first(_ hash: Int, where predicate: (Int) -> Bool) -> Int? {
    var index = newest[hash].map(Int.init) ?? -1
    while index >= 0, !predicate(index) { index = Int(earlier[index]) }
    return index >= 0 ? index : nil
  }

  /// Adds the hash of the table's next entry.
  mutating func append(_ hash: Int) {
    let index = Int32(truncatingIfNeeded: earlier.count)
    earlier.append(newest.updateValue(index, forKey: hash) ?? -1)
  }
}
