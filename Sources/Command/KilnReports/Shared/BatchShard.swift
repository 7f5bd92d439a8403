/// One of several parts of a batch that run in separate processes or on separate machines.
package struct BatchShard: Sendable, Hashable, Codable {
  /// Number of the part, from 1.
  package let index: Int
  /// Number of parts.
  package let count: Int

  /// Nil unless 1 ≤ index ≤ count.
  package init?(index: Int, count: Int) {
    guard index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses `i/n`; nil unless 1 ≤ i ≤ n.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, count: count)
  }

  /// Whether it is a part at all; what was read from a file may be none.
  var isPossible: Bool { BatchShard(index: index, count: count) != nil }

  /// Whether an input belongs to this part.
  ///
  /// By the FNV-1a hash (64 bits) of the relative path: a new file moves no other to another part.
  package func contains(_ relativePath: String) -> Bool {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in relativePath.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // The low bits of FNV alone are uneven for short texts.
    hash ^= hash >> 32
    return hash % UInt64(count) == UInt64(index - 1)
  }
}

extension BatchShard: CustomStringConvertible {
  /// `i/n`.
  package var description: String { "\(index)/\(count)" }
}
