/// Effort of the parser's search for copies.
struct VP8LSearchEffort {
  /// Number of places with the same pixels that are compared.
  var depth: Int
  /// Number of places that are compared where a copy from a near pixel has `near` pixels or more: in the bands of a
  /// gradient, a copy from some rows above is often much longer.
  var depthAfterNear: Int
  /// Lengths in pixels of a copy from a near pixel, from which on fewer places of the hash chain are compared, and none.
  var (near, enoughNear): (Int, Int)
  /// Length of a copy from which on a pixel of its own is not considered.
  var enough: Int

  /// Effort of the first pass, which only estimates the symbol counts.
  static let first = VP8LSearchEffort(depth: 8, depthAfterNear: 0, near: 24, enoughNear: 24, enough: 32)
  static let second = VP8LSearchEffort(depth: 64, depthAfterNear: 16, near: 32, enoughNear: 128, enough: 1000)
}

/// Divides an image into pixels and copies such that they take few bits.
///
/// A shortest path from the first to the last pixel, whose steps are tokens; positions that a cheaper path has passed
/// are left out.
struct VP8LParser {
  private let image: VP8LImage
  private let words: UnsafeMutablePointer<UInt32>
  private let chains: VP8LHashChains
  private let search: VP8LSearchEffort
  private let costs: VP8LCostModel
  private let codes: VP8LDistanceCodes
  /// The cost of the cheapest path so far in the upper half, and the last token of that path in the lower half, of each
  /// position that a step can reach: by the position modulo `window`.
  private let states: UnsafeMutablePointer<UInt64>
  /// By position: the last token of the cheapest path to it.
  private let steps: UnsafeMutablePointer<UInt32>
  /// Costs of short lengths.
  private let lengthCosts: UnsafeMutablePointer<UInt16>
  private var nextPlace = 0
  private var lastDistance = 0
  /// The farthest position that is known to be reached, and at what cost.
  private var (frontier, frontierCost) = (0, 0)

  private static let unreached = UInt64.max
  /// Positions whose states are kept: a power of two above the length of a step.
  private static let window = 2 * VP8LToken.maximumLength

  init(
    _ image: VP8LImage, _ chains: VP8LHashChains, _ costs: VP8LCostModel, _ search: VP8LSearchEffort,
    memory: VP8LScratchMemory
  ) {
    (self.image, self.chains, self.costs, self.search) = (image, chains, costs, search)
    words = image.words
    codes = VP8LDistanceCodes(width: image.width, table: memory.neighborCodes)
    states = memory.parseStates.pointer(for: min(Self.window, image.count + 1))
    steps = memory.tokens.pointer(for: image.count + 1)
    lengthCosts = memory.lengthCosts.pointer(for: Self.shortLength + 1)
    for length in 1...Self.shortLength { lengthCosts[length] = UInt16(truncatingIfNeeded: costs.length(length)) }
  }

  private static let shortLength = 128

  @inline(__always)
  private func lengthCost(_ length: Int) -> Int {
    length <= Self.shortLength ? Int(lengthCosts[length]) : costs.length(length)
  }

  /// The tokens. Valid until the next parse.
  mutating func parse(memory: VP8LScratchMemory) -> VP8LTokens {
    states.update(repeating: Self.unreached, count: min(Self.window, image.count + 1))
    states[0] = 0
    withUnsafeTemporaryAllocation(of: Neighbor.self, capacity: Neighbor.count) { neighbors in
      let count = fill(neighbors)
      guard let base = neighbors.baseAddress else { return }
      let neighbors = UnsafeBufferPointer(start: base, count: count)
      if costs.cacheBits > 0 {
        var cache = VP8LColorCache(
          bits: costs.cacheBits, image: image, memory: memory.cache.pointer(for: 1 << costs.cacheBits))
        visitAll(neighbors) { cache.key(at: $0) }
      } else {
        visitAll(neighbors) { _ in nil }
      }
    }
    return path()
  }

  /// The tokens on the cheapest path, moved to the end of the steps.
  private func path() -> VP8LTokens {
    var first = image.count + 1
    var position = image.count
    while position > 0 {
      let token = steps[position]
      first &-= 1
      steps[first] = token
      position &-= token == 0 ? 1 : VP8LToken.length(token)
    }
    return VP8LTokens(start: steps + first, count: image.count + 1 - first)
  }

  // MARK: - Near pixels

  /// A pixel near the current one that copies start from.
  private struct Neighbor {
    static let count = 10
    private static let offsets: [(x: Int, y: Int)] = [
      (1, 0), (0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (0, 2), (3, 1), (-3, 1), (2, 0),
    ]

    var distance: Int
    var cost: Int

    static func distance(_ index: Int, width: Int) -> Int { offsets[index].x + offsets[index].y * width }
  }

  private func fill(_ neighbors: UnsafeMutableBufferPointer<Neighbor>) -> Int {
    var count = 0
    for index in 0..<Neighbor.count {
      let distance = Neighbor.distance(index, width: image.width)
      guard distance >= 1, !neighbors[..<count].contains(where: { $0.distance == distance }) else { continue }
      neighbors[count] = Neighbor(distance: distance, cost: costs.distance(codes.code(distance)))
      count += 1
    }
    return count
  }

  // MARK: - Steps

  /// - Parameter key: Key of the pixel at a position in the colour cache.
  @inline(__always)
  private mutating func visitAll(_ neighbors: UnsafeBufferPointer<Neighbor>, key: (Int) -> Int?) {
    for position in 0..<image.count {
      let state = takeState(of: position)
      if state == Self.unreached { continue }
      let cost = Int(state >> 32)
      if position < frontier, cost >= frontierCost { continue }
      let length = visit(position, cost, neighbors)
      if length < search.enough {
        let literal = key(position).map(costs.cached) ?? costs.literal(words[position])
        lower(stateOf: position &+ 1, to: UInt64(truncatingIfNeeded: cost &+ literal) << 32)
      }
    }
    _ = takeState(of: image.count)
  }

  /// The state of the next position, whose place is then free for a later one.
  @inline(__always)
  private func takeState(of position: Int) -> UInt64 {
    let place = position & (Self.window &- 1)
    let state = states[place]
    states[place] = Self.unreached
    steps[position] = UInt32(truncatingIfNeeded: state)
    return state
  }

  /// Keeps the cheaper one of the path to a position that is known and another.
  @inline(__always)
  private func lower(stateOf position: Int, to state: UInt64) {
    let place = position & (Self.window &- 1)
    if state < states[place] { states[place] = state }
  }

  /// Tries the copies at a position. Returns the length of the longest.
  @inline(__always)
  private mutating func visit(_ position: Int, _ cost: Int, _ neighbors: UnsafeBufferPointer<Neighbor>) -> Int {
    let limit = min(image.count &- position, VP8LToken.maximumLength)
    var longest = 0
    for neighbor in neighbors {
      let distance = neighbor.distance
      if distance > position || words[position &- distance] != words[position] { continue }
      if longest >= limit { break }
      if words[position &+ longest &- distance] != words[position &+ longest] { continue }
      let length = matchLength(position, distance, limit)
      longest = max(longest, length)
      step(from: position, length, distance, cost &+ lengthCost(length) &+ neighbor.cost)
    }
    if lastDistance > 0, lastDistance <= position, longest < search.enough,
      words[position &- lastDistance] == words[position]
    {
      let length = matchLength(position, lastDistance, limit)
      longest = max(longest, length)
      copy(from: position, length, lastDistance, cost)
    }
    if longest < search.enoughNear { longest = max(longest, visitChain(position, cost, longest, limit)) }
    return longest
  }

  /// Tries copies of places with the same pixels. Returns the length of the longest.
  @inline(__always)
  private mutating func visitChain(_ position: Int, _ cost: Int, _ nearest: Int, _ limit: Int) -> Int {
    while Int(chains.places[nextPlace].position) < position { nextPlace &+= 1 }
    guard Int(chains.places[nextPlace].position) == position else { return 0 }
    var longest = max(2, nearest)
    var next = chains.places[nextPlace].link
    for _ in 0..<(nearest < search.near ? search.depth : search.depthAfterNear) {
      if next == VP8LHashChains.none || longest >= limit { break }
      let place = chains.places[Int(next)]
      let start = Int(place.position)
      let distance = position &- start
      if distance > VP8LDistanceCodes.maximumDistance { break }
      next = place.link
      if words[start &+ longest] != words[position &+ longest] || words[start] != words[position] { continue }
      let length = matchLength(position, distance, limit)
      guard length > longest else { continue }
      longest = length
      if longest > nearest { lastDistance = distance }
      copy(from: position, length, distance, cost)
    }
    return longest
  }

  @inline(__always)
  private mutating func copy(from position: Int, _ length: Int, _ distance: Int, _ cost: Int) {
    step(
      from: position, length, distance, cost &+ lengthCost(length) &+ costs.distance(codes.code(distance)))
  }

  @inline(__always)
  private mutating func step(from position: Int, _ length: Int, _ distance: Int, _ cost: Int) {
    let end = position &+ length
    let state =
      UInt64(truncatingIfNeeded: cost) << 32 | UInt64(VP8LToken.copy(length: length, distance: distance))
    lower(stateOf: end, to: state)
    if frontier <= position || cost <= frontierCost { (frontier, frontierCost) = (end, cost) }
  }

  /// Number of pixels that equal those a distance before, at most `limit`.
  @inline(__always)
  private func matchLength(_ position: Int, _ distance: Int, _ limit: Int) -> Int {
    let here = UnsafeRawPointer(words + position)
    let there = UnsafeRawPointer(words + (position &- distance))
    var length = 0
    while length &+ 2 <= limit {
      let offset = length &* 4
      let difference =
        here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ there.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if difference != 0 { return length &+ difference.littleEndian.trailingZeroBitCount &>> 5 }
      length &+= 2
      // Long copies by larger blocks.
      while length & 7 == 0, length &+ 8 <= limit {
        let offset = length &* 4
        let difference =
          here.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
          ^ there.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
        if difference != SIMD4() { break }
        length &+= 8
      }
    }
    if length < limit, words[position &+ length] == words[position &+ length &- distance] { length &+= 1 }
    return length
  }
}
