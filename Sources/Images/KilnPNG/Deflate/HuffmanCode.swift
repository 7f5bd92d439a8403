/// A Huffman code with a limit on the lengths of its words (RFC 1951, 3.2.2).
package struct HuffmanCode {
  /// Length of each symbol's code word in bits; 0 for an unused symbol.
  package private(set) var lengths: [UInt8]

  /// The optimal code; nearly optimal where code words exceed the length limit.
  package init(_ counts: [UInt32], limit: Int) {
    lengths = [UInt8](repeating: 0, count: counts.count)
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return
    }
    var byLength = Self.numberOfWords(Self.depths(symbols.map { UInt64(counts[$0]) }), limit: limit)
    var next = 0
    for length in stride(from: limit, through: 1, by: -1) {
      while byLength[length] > 0 {
        lengths[symbols[next]] = UInt8(length)
        byLength[length] -= 1
        next += 1
      }
    }
  }

  /// The depth of each leaf of the tree, by its weight in ascending order.
  private static func depths(_ weights: [UInt64]) -> [Int] {
    let count = weights.count
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var (leaf, node) = (0, count)
    for next in count..<2 * count - 1 {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < count && (node >= next || weights[leaf] <= weights[node])
        let child = takesLeaf ? leaf : node
        if takesLeaf { leaf += 1 } else { node += 1 }
        sum += weights[child]
        parents[child] = next
      }
      weights.append(sum)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    for node in stride(from: 2 * count - 3, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
    return Array(depths.prefix(count))
  }

  /// Number of code words of each length, limited such that the code stays complete.
  private static func numberOfWords(_ depths: [Int], limit: Int) -> [Int] {
    var words = [Int](repeating: 0, count: limit + 1)
    for depth in depths { words[min(depth, limit)] += 1 }
    var used = (1...limit).reduce(0) { $0 + words[$1] << (limit - $1) }
    while used > 1 << limit {
      guard let length = (1..<limit).last(where: { words[$0] > 0 }) else { break }
      words[length] -= 1
      words[length + 1] += 2
      words[limit] -= 1
      used -= 1
    }
    return words
  }

  /// The code word of each symbol, first bit in the lowest bit.
  var words: [UInt32] {
    var words = [UInt32](repeating: 0, count: lengths.count)
    var next: UInt32 = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        var (word, reversed) = (next, UInt32(0))
        for _ in 0..<length {
          reversed = reversed << 1 | word & 1
          word >>= 1
        }
        words[symbol] = reversed
        next += 1
      }
      next <<= 1
    }
    return words
  }
}
