/// Memory for making prefix codes.
package struct VP8LCodeScratchMemory: ~Copyable {
  fileprivate var keys = VP8LBuffer<UInt64>()
  fileprivate var otherKeys = VP8LBuffer<UInt64>()
  fileprivate var weights = VP8LBuffer<UInt32>()
  fileprivate var parents = VP8LBuffer<UInt16>()
  fileprivate var smoothed = VP8LBuffer<UInt32>()
  fileprivate var trial = VP8LBuffer<UInt8>()
  var header = VP8LBuffer<UInt8>()
  var runs = VP8LBuffer<UInt16>()

  package init() {}
}

/// Lengths of canonical prefix codes.
package enum VP8LCodeLengths {
  /// Greatest length of a code for pixels.
  static let maximum = 15

  /// Lengths with which some symbols take the fewest bits, none above a limit; 0 for symbols that do not occur, 1 for one
  /// that is alone.
  ///
  /// - Parameter limit: Maximum length; at least the binary logarithm of `count`, so that there are enough codes.
  package static func find(
    _ counts: UnsafePointer<UInt32>, _ count: Int, limit: Int, memory: inout VP8LCodeScratchMemory,
    into lengths: UnsafeMutablePointer<UInt8>
  ) {
    lengths.update(repeating: 0, count: count)
    let keys = memory.keys.pointer(for: count)
    var used = 0
    VP8LSparse.forEach(counts, count) { symbol in
      keys[used] = UInt64(counts[symbol]) << 16 | UInt64(truncatingIfNeeded: symbol)
      used &+= 1
    }
    if used <= 1 {
      if used == 1 { lengths[Int(keys[0] & 0xffff)] = 1 }
      return
    }
    sort(keys, used, memory: &memory)
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

  /// Sorts keys by their counts, keeping the order of equal ones.
  private static func sort(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int, memory: inout VP8LCodeScratchMemory) {
    if count <= 24 { return insertionSort(keys, count) }
    let other = memory.otherKeys.pointer(for: count)
    var all: UInt64 = 0
    for index in 0..<count { all |= keys[index] }
    var shift: UInt64 = 16
    var (source, target) = (keys, other)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { places in
      guard let places = places.baseAddress else { return }
      while all &>> shift != 0 {
        sortByByte(source, into: target, count, shift: shift, places)
        swap(&source, &target)
        shift &+= 8
      }
    }
    if source != keys { keys.update(from: source, count: count) }
  }

  /// - Parameter places: Memory for 256 numbers.
  private static func sortByByte(
    _ source: UnsafeMutablePointer<UInt64>, into target: UnsafeMutablePointer<UInt64>, _ count: Int, shift: UInt64,
    _ places: UnsafeMutablePointer<UInt32>
  ) {
    places.update(repeating: 0, count: 256)
    for index in 0..<count { places[Int(source[index] &>> shift & 255)] &+= 1 }
    var sum: UInt32 = 0
    for byte in 0..<256 {
      let size = places[byte]
      places[byte] = sum
      sum &+= size
    }
    for index in 0..<count {
      let byte = Int(source[index] &>> shift & 255)
      target[Int(places[byte])] = source[index]
      places[byte] &+= 1
    }
  }

  private static func insertionSort(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int) {
    for index in 1..<count {
      let key = keys[index]
      var place = index
      while place > 0, keys[place &- 1] > key {
        keys[place] = keys[place &- 1]
        place &-= 1
      }
      keys[place] = key
    }
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
      VP8LSparse.forEach(lengths, count) { counts[Int(lengths[$0])] &+= 1 }
      for length in 1...maximum { next[length] = (next[length - 1] &+ counts[length - 1]) &<< 1 }
      VP8LSparse.forEach(lengths, count) { symbol in
        let length = Int(lengths[symbol])
        words[symbol] = reversed(next[length], length)
        next[length] &+= 1
      }
    }
  }

  /// A code with one symbol takes no bits.
  static func clearIfAlone(_ lengths: UnsafeMutablePointer<UInt8>, _ count: Int) {
    var used = 0
    VP8LSparse.forEach(lengths, count) { _ in used &+= 1 }
    if used == 1 { lengths.update(repeating: 0, count: count) }
  }

  private static func reversed(_ word: UInt16, _ length: Int) -> UInt16 {
    var bits = (word & 0x5555) &<< 1 | word &>> 1 & 0x5555
    bits = (bits & 0x3333) &<< 2 | bits &>> 2 & 0x3333
    bits = (bits & 0x0f0f) &<< 4 | bits &>> 4 & 0x0f0f
    return bits.byteSwapped &>> UInt16(truncatingIfNeeded: 16 &- length)
  }
}

// MARK: - Lengths that are short to write

extension VP8LCodeLengths {
  /// Lengths with which symbols and the header of their code take the fewest bits: of the best and of some in which
  /// neighbours have equal lengths more often.
  static func findWithHeader(
    _ counts: UnsafePointer<UInt32>, _ count: Int, memory: inout VP8LCodeScratchMemory,
    into lengths: UnsafeMutablePointer<UInt8>
  ) {
    find(counts, count, limit: maximum, memory: &memory, into: lengths)
    var used = 0
    VP8LSparse.forEach(lengths, count) { _ in used &+= 1 }
    guard used > 3 else { return }
    let smoothed = memory.smoothed.pointer(for: count)
    let trial = memory.trial.pointer(for: count)
    smooth(counts, count, into: smoothed)
    find(smoothed, count, limit: maximum, memory: &memory, into: trial)
    if cost(trial, counts, count, &memory) < cost(lengths, counts, count, &memory) {
      lengths.update(from: trial, count: count)
    }
  }

  private static func cost(
    _ lengths: UnsafePointer<UInt8>, _ counts: UnsafePointer<UInt32>, _ count: Int,
    _ memory: inout VP8LCodeScratchMemory
  ) -> Int {
    var bits = VP8LCodeHeader(lengths, count, memory: &memory).bitCount
    VP8LSparse.forEach(counts, count) { bits &+= Int(counts[$0]) &* Int(lengths[$0]) }
    return bits
  }

  /// Replaces stretches of at least four similar counts by their mean.
  private static func smooth(
    _ counts: UnsafePointer<UInt32>, _ count: Int, into result: UnsafeMutablePointer<UInt32>
  ) {
    result.update(repeating: 0, count: count)
    var start = 0
    while true {
      start = VP8LSparse.firstUsed(counts, from: start, count)
      if start == count { return }
      let end = endOfSimilar(counts, from: start, count)
      var sum: UInt32 = 0
      for index in start..<end { sum &+= counts[index] }
      // Unused symbols must stay expensive.
      if end - start >= 4, 2 * Int(sum) >= end - start {
        let mean = (sum + UInt32((end - start) / 2)) / UInt32(end - start)
        (result + start).update(repeating: mean, count: end - start)
      } else {
        (result + start).update(from: counts + start, count: end - start)
      }
      start = end
    }
  }

  private static let tolerance: UInt32 = 3

  /// End of the similar counts from `start` on: their range is at most 3 plus a quarter of their mean, and at most 3 if
  /// one of them is 0.
  private static func endOfSimilar(_ counts: UnsafePointer<UInt32>, from start: Int, _ count: Int) -> Int {
    var (least, most, sum) = (counts[start], counts[start], counts[start])
    var end = start + 1
    while end < count {
      let value = counts[end]
      let (low, high) = (min(least, value), max(most, value))
      if high > tolerance, low == 0 { break }
      if high - low > tolerance, 4 * (high - low - tolerance) > sum / UInt32(end - start) { break }
      (least, most, sum) = (low, high, sum &+ value)
      end += 1
    }
    return end
  }
}
