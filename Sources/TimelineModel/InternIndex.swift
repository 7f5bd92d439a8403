/// Finds the entries of a growing table by their hashes.
///
/// A dictionary with the entries as keys would hash each again whenever it grows.
struct InternIndex {
  /// The newest entry of each hash.
  private var newest: [Int: Int32] = [:]
  /// For each entry the one before it with the same hash; negative if there is none.
  private var earlier: [Int32] = []

  /// The newest entry with a hash that is the right one.
  func first(_ hash: Int, where isRight: (Int) -> Bool) -> Int? {
    var index = newest[hash].map(Int.init) ?? -1
    while index >= 0, !isRight(index) { index = Int(earlier[index]) }
    return index >= 0 ? index : nil
  }

  /// Notes the hash of the table's next entry.
  mutating func append(_ hash: Int) {
    let index = Int32(truncatingIfNeeded: earlier.count)
    earlier.append(newest.updateValue(index, forKey: hash) ?? -1)
  }
}
