/// Memory for making prefix codes.
struct VP8LCodeMemory: ~Copyable {
  fileprivate var keys = VP8LBuffer<UInt64>()
  fileprivate var weights = VP8LBuffer<UInt32>()
  fileprivate var parents = VP8LBuffer<UInt16>()
  fileprivate var smoothed = VP8LBuffer<UInt32>()
  fileprivate var trial = VP8LBuffer<UInt8>()
  var header = VP8LBuffer<UInt8>()
  var runs = VP8LBuffer<UInt16>()
}

/// Lengths of canonical prefix codes.
enum VP8LCodeLengths {
  /// Greatest length of a code for pixels.
  static let maximum = 15

  /// Lengths with which some symbols take the fewest bits, none above a limit; 0 for symbols that do not occur, 1 for one
  /// that is alone.
  ///
  /// - Parameter limit: Such that there are enough codes: at least the logarithm of `count`.
  static func find(
    _ counts: UnsafePointer<UInt32>, _ count: Int, limit: Int, memory: inout VP8LCodeMemory,
    into lengths: UnsafeMutablePointer<UInt8>
  ) {
    lengths.update(repeating: 0, count: count)
    let keys = memory.keys.pointer(for: count)
    var used = 0
    for symbol in 0..<count where counts[symbol] > 0 {
      keys[used] = UInt64(counts[symbol]) << 16 | UInt64(symbol)
      used &+= 1
    }
    if used <= 1 {
      if used == 1 { lengths[Int(keys[0] & 0xffff)] = 1 }
      return
    }
    sort(keys, used)
    let weights = memory.weights.pointer(for: 2 * used)
    let parents = memory.parents.pointer(for: 2 * used)
    // Rare symbols get more weight until no code is too long.
    var least: UInt32 = 1
    while true {
      for index in 0..<used { weights[index] = max(least, UInt32(truncatingIfNeeded: keys[index] >> 16)) }
      joinPairs(weights, parents, used)
      if assignDepths(parents, keys, used, limit: limit, into: lengths) { return }
      least &*= 2
    }
  }

  private static func sort(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int) {
    guard count > 24 else {
      for index in 1..<count {
        let key = keys[index]
        var place = index
        while place > 0, keys[place &- 1] > key {
          keys[place] = keys[place &- 1]
          place &-= 1
        }
        keys[place] = key
      }
      return
    }
    var buffer = UnsafeMutableBufferPointer(start: keys, count: count)
    buffer.sort()
  }

  /// Joins the two lightest nodes until one is left. Leaves stand first, in order of weight; joined nodes follow.
  private static func joinPairs(
    _ weights: UnsafeMutablePointer<UInt32>, _ parents: UnsafeMutablePointer<UInt16>, _ used: Int
  ) {
    var (leaf, joined) = (0, used)
    for node in used..<2 * used - 1 {
      var sum: UInt32 = 0
      for _ in 0..<2 {
        let isLeaf = leaf < used && (joined >= node || weights[leaf] <= weights[joined])
        let child = isLeaf ? leaf : joined
        leaf &+= isLeaf ? 1 : 0
        joined &+= isLeaf ? 0 : 1
        sum &+= weights[child]
        parents[child] = UInt16(truncatingIfNeeded: node)
      }
      weights[node] = sum
    }
  }

  /// Replaces parents by depths. Returns whether no leaf is too deep, and then has set the lengths.
  private static func assignDepths(
    _ parents: UnsafeMutablePointer<UInt16>, _ keys: UnsafeMutablePointer<UInt64>, _ used: Int, limit: Int,
    into lengths: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    parents[2 * used - 2] = 0
    for node in (0..<2 * used - 2).reversed() {
      let depth = parents[Int(parents[node])] &+ 1
      if node < used {
        if depth > limit { return false }
        lengths[Int(keys[node] & 0xffff)] = UInt8(truncatingIfNeeded: depth)
      }
      parents[node] = depth
    }
    return true
  }

  /// Code words of lengths, to be written with their lowest bit first.
  static func assignWords(
    _ lengths: UnsafePointer<UInt8>, _ count: Int, into words: UnsafeMutablePointer<UInt16>
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * (maximum + 1)) { memory in
      memory.initialize(repeating: 0)
      guard let counts = memory.baseAddress else { return }
      let next = counts + maximum + 1
      for symbol in 0..<count where lengths[symbol] > 0 { counts[Int(lengths[symbol])] &+= 1 }
      for length in 1...maximum { next[length] = (next[length - 1] &+ counts[length - 1]) &<< 1 }
      for symbol in 0..<count where lengths[symbol] > 0 {
        let length = Int(lengths[symbol])
        words[symbol] = reversed(next[length], length)
        next[length] &+= 1
      }
    }
  }

  /// A code with one symbol takes no bits.
  static func clearIfAlone(_ lengths: UnsafeMutablePointer<UInt8>, _ count: Int) {
    var used = 0
    for symbol in 0..<count where lengths[symbol] > 0 { used += 1 }
    if used == 1 { lengths.update(repeating: 0, count: count) }
  }

  private static func reversed(_ word: UInt16, _ length: Int) -> UInt16 {
    var (rest, result) = (word, UInt16(0))
    for _ in 0..<length {
      result = result &<< 1 | rest & 1
      rest &>>= 1
    }
    return result
  }
}

// MARK: - Lengths that are short to write

extension VP8LCodeLengths {
  /// Lengths with which symbols and the header of their code take the fewest bits: of the best and of some in which
  /// neighbours have equal lengths more often.
  static func findWithHeader(
    _ counts: UnsafePointer<UInt32>, _ count: Int, memory: inout VP8LCodeMemory,
    into lengths: UnsafeMutablePointer<UInt8>
  ) {
    find(counts, count, limit: maximum, memory: &memory, into: lengths)
    var used = 0
    for symbol in 0..<count where lengths[symbol] > 0 { used += 1 }
    guard used > 3 else { return }
    var least = cost(lengths, counts, count, &memory)
    let smoothed = memory.smoothed.pointer(for: count)
    let trial = memory.trial.pointer(for: count)
    for tolerance in 1...3 {
      smooth(counts, count, tolerance: UInt32(tolerance), into: smoothed)
      find(smoothed, count, limit: maximum, memory: &memory, into: trial)
      let cost = cost(trial, counts, count, &memory)
      guard cost < least else { continue }
      least = cost
      lengths.update(from: trial, count: count)
    }
  }

  private static func cost(
    _ lengths: UnsafePointer<UInt8>, _ counts: UnsafePointer<UInt32>, _ count: Int, _ memory: inout VP8LCodeMemory
  ) -> Int {
    var bits = VP8LCodeHeader(lengths, count, memory: &memory).bitCount
    for symbol in 0..<count { bits &+= Int(counts[symbol]) &* Int(lengths[symbol]) }
    return bits
  }

  /// Replaces stretches of at least four similar counts by their mean.
  ///
  /// - Parameter tolerance: How much counts may differ that are similar; above 1 also by a quarter.
  private static func smooth(
    _ counts: UnsafePointer<UInt32>, _ count: Int, tolerance: UInt32, into result: UnsafeMutablePointer<UInt32>
  ) {
    var start = 0
    while start < count {
      var (least, most, sum) = (counts[start], counts[start], counts[start])
      var end = start + 1
      while end < count {
        let (low, high) = (min(least, counts[end]), max(most, counts[end]))
        let quarter = tolerance > 1 ? sum / UInt32(end - start) / 4 : 0
        // What does not occur must not get codes for nothing.
        if high - low > tolerance + quarter || low == 0 && (tolerance < 2 || high > tolerance) { break }
        (least, most, sum) = (low, high, sum &+ counts[end])
        end += 1
      }
      let length = end - start
      if length >= 4, most > 0 {
        let mean = max(1, (sum + UInt32(length / 2)) / UInt32(length))
        (result + start).update(repeating: mean, count: length)
      } else {
        (result + start).update(from: counts + start, count: length)
      }
      start = end
    }
  }
}
