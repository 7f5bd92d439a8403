/// Optimal parser: finds the cheapest sequence of literals and matches of a part of a picture, as a shortest path over
/// its positions.
struct OptimalParser: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  /// For each position of a part and its end: the cost of the shortest path to it in 1/256 bit, and the last token of
  /// that path.
  private let costs: UnsafeMutablePointer<Int32>
  private let tokens: UnsafeMutablePointer<UInt32>
  /// The last position whose cost is initialized. The cost is `unreached` where no path is known.
  private var last = 0
  private let literalCosts: UnsafeMutablePointer<Int32>
  private let lengthCosts: UnsafeMutablePointer<Int32>
  private let distanceCosts: UnsafeMutablePointer<Int32>
  /// Symbol and extra bits of each length.
  private let lengths: [(symbol: Int, extraBits: Int)]

  private let triesShorterCarriedMatches: Bool

  /// The positions that were relaxed last by shorter matches of one skipped item.
  private var relaxed = (item: -1, positions: 0...0)

  /// Greater than any cost: paths have at most about 30,000 tokens. Twice this does not overflow.
  private static let unreached: Int32 = 1 << 30

  /// - Parameters:
  ///   - bytes: The whole picture.
  ///   - longest: Maximum number of bytes of a part.
  ///   - triesShorterCarriedMatches: Whether a match that continues from the position before is tried in all lengths.
  init(_ bytes: UnsafePointer<UInt8>, longest: Int, triesShorterCarriedMatches: Bool) {
    self.bytes = bytes
    self.triesShorterCarriedMatches = triesShorterCarriedMatches
    costs = .allocate(capacity: longest + DeflateSymbols.longest + 1)
    tokens = .allocate(capacity: longest + DeflateSymbols.longest + 1)
    literalCosts = .allocate(capacity: DeflateSymbols.literalCount)
    literalCosts.initialize(repeating: 0, count: DeflateSymbols.literalCount)
    lengthCosts = .allocate(capacity: DeflateSymbols.longest + 1)
    lengthCosts.initialize(repeating: 0, count: DeflateSymbols.longest + 1)
    distanceCosts = .allocate(capacity: DeflateSymbols.distanceCount)
    distanceCosts.initialize(repeating: 0, count: DeflateSymbols.distanceCount)
    lengths = (0...DeflateSymbols.longest).map { DeflateSymbols.length(max(3, $0)) }
  }

  deinit {
    costs.deallocate()
    tokens.deallocate()
    literalCosts.deallocate()
    lengthCosts.deallocate()
    distanceCosts.deallocate()
  }

  /// Sets the costs of symbols from their counts in a block.
  func price(_ block: DeflateBlock) {
    DeflateSymbols.price(block.literals, DeflateSymbols.literalCount, into: literalCosts)
    DeflateSymbols.price(block.distances, DeflateSymbols.distanceCount, into: distanceCosts)
    for symbol in 0..<DeflateSymbols.distanceCount {
      distanceCosts[symbol] &+= Int32(DeflateSymbols.extraBits(ofDistance: symbol)) &<< 8
    }
    for length in 3...DeflateSymbols.longest {
      lengthCosts[length] = literalCosts[lengths[length].symbol] &+ Int32(lengths[length].extraBits) &<< 8
    }
  }

  /// The cheapest token sequence of a part, by the costs that were set last.
  mutating func cheapest(_ part: borrowing MatchTable) -> DeflateBlock {
    last = 0
    relaxed.item = -1
    costs[0] = 0
    tokens[0] = 0
    let byteCount = part.end &- part.start
    for index in 0..<part.itemCount {
      let item = part.items[index]
      if item.isBehind { relaxBackwards(part, index, byteCount) }
      if item.skipped > 0 {
        relaxSkipped(part, item)
      } else if costs[Int(item.position)] != Self.unreached {
        relaxForwards(part, index, byteCount)
      }
    }
    return block(byteCount)
  }

  // MARK: - Positions

  /// Relaxes an edge: keeps a path to a position if it is cheaper than the known one.
  @inline(__always)
  private mutating func relax(_ position: Int, _ cost: Int32, _ token: UInt32) {
    extend(to: position)
    if cost < costs[position] {
      costs[position] = cost
      tokens[position] = token
    }
  }

  /// Initializes the costs up to a position.
  @inline(__always)
  private mutating func extend(to position: Int) {
    guard last < position else { return }
    (costs + (last &+ 1)).update(repeating: Self.unreached, count: position &- last)
    last = position
  }

  @inline(__always)
  private func cost(ofDistance distance: Int) -> Int32 { distanceCosts[DeflateSymbols.distance(distance)] }

  /// A match as a token of `DeflateBlock`.
  @inline(__always)
  private static func token(_ length: Int, _ distance: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: length) | UInt32(truncatingIfNeeded: distance) &<< 9
  }

  /// Relaxes the edges of one match, in all lengths that end at the given positions.
  @inline(__always)
  private mutating func relax(from position: Int, to positions: ClosedRange<Int>, _ distance: Int) {
    extend(to: positions.upperBound)
    let base = costs[position] &+ cost(ofDistance: distance)
    let token = Self.token(0, distance)
    let (costs, tokens, lengthCosts) = (costs + position, tokens + position, lengthCosts)
    let longest = positions.upperBound &- position
    var length = positions.lowerBound &- position
    // Without branches, so that it is vectorized.
    while length <= longest {
      let (cost, known) = (base &+ lengthCosts[length], costs[length])
      let isBetter = cost < known
      costs[length] = isBetter ? cost : known
      tokens[length] = isBetter ? token | UInt32(truncatingIfNeeded: length) : tokens[length]
      length &+= 1
    }
  }

  // MARK: - Items

  /// Relaxes the edges of an item: its literal and its matches.
  private mutating func relaxForwards(_ part: borrowing MatchTable, _ index: Int, _ byteCount: Int) {
    let item = part.items[index]
    let position = Int(item.position)
    let here = bytes + (part.start &+ position)
    relax(position &+ 1, costs[position] &+ literalCosts[Int(here[0])], UInt32(here[0]))
    let followsItem = !triesShorterCarriedMatches && index > 0 && part.items[index &- 1].skipped == 0
    var length = 3
    for number in 0..<Int(item.count) {
      let match = part.matches[Int(item.firstMatch) &+ number]
      let distance = Int(match.distance) &+ 1
      let longest = min(Int(match.length), byteCount &- position)
      guard length <= longest else { continue }
      // The same match from the position before leads as cheaply to all positions but the last.
      let isRest = followsItem && part.start &+ position > distance && here[-1] == here[-1 &- distance]
      relax(from: position, to: position &+ (isRest ? longest : length)...position &+ longest, distance)
      length = longest &+ 1
    }
  }

  /// Relaxes the edges of an item's matches from the positions before it to which they extend backwards.
  private mutating func relaxBackwards(_ part: borrowing MatchTable, _ index: Int, _ byteCount: Int) {
    let item = part.items[index]
    let position = Int(item.position)
    let numbers = Int(item.firstMatch)..<Int(item.firstMatch &+ item.count)
    var farthest = 0
    for number in numbers { farthest = max(farthest, Int(part.matches[number].back)) }
    relaxInsideSkipped(part, position &- farthest, before: index)
    for number in numbers { relaxBackwards(part.matches[number], at: position, byteCount) }
  }

  /// Relaxes the edges of one match from the positions before its own to which it extends and nearer matches do not.
  private mutating func relaxBackwards(_ match: MatchFinder.Match, at position: Int, _ byteCount: Int) {
    let (first, end) = (position &- Int(match.back), position &- Int(match.known))
    let target = min(position &+ Int(match.length), byteCount)
    guard first < end, target &- end >= 2 else { return }
    let distance = Int(match.distance) &+ 1
    let distanceCost = cost(ofDistance: distance)
    // From positions farther back, the maximum length ends before the target.
    let middle = min(end, max(first, target &- DeflateSymbols.longest))
    let longestCost = lengthCosts[DeflateSymbols.longest] &+ distanceCost
    for inner in first..<middle where costs[inner] != Self.unreached {
      relax(
        inner &+ DeflateSymbols.longest, costs[inner] &+ longestCost, Self.token(DeflateSymbols.longest, distance))
    }
    guard middle < end else { return }
    extend(to: target)
    let (costs, lengthCosts) = (costs, lengthCosts)
    var least = Self.unreached
    var inner = middle
    while inner < end {
      least = min(least, costs[inner] &+ lengthCosts[target &- inner])
      inner &+= 1
    }
    guard least &+ distanceCost < costs[target] else { return }
    inner = middle
    while costs[inner] &+ lengthCosts[target &- inner] != least { inner &+= 1 }
    costs[target] = least &+ distanceCost
    tokens[target] = Self.token(target &- inner, distance)
  }

  /// Relaxes the skipped positions from `first` to an item, by shorter matches of the skipped bytes.
  private mutating func relaxInsideSkipped(_ part: borrowing MatchTable, _ first: Int, before index: Int) {
    let end = Int(part.items[index].position)
    var skipped = index
    while skipped > 0 {
      skipped &-= 1
      let item = part.items[skipped]
      let position = Int(item.position)
      let inner = max(first, position &+ 3)
      let innerEnd = min(end, position &+ Int(item.skipped))
      if item.skipped > 0, costs[position] != Self.unreached, inner <= innerEnd {
        let distance = Int(part.matches[Int(item.firstMatch &+ item.count) &- 1].distance) &+ 1
        relaxOnce(from: position, of: skipped, inner...innerEnd, distance)
      }
      if position <= first { return }
    }
  }

  /// Relaxes the edges of a skipped match to the given positions, unless that was done just before.
  private mutating func relaxOnce(from position: Int, of item: Int, _ positions: ClosedRange<Int>, _ distance: Int) {
    guard relaxed.item == item, positions.lowerBound >= relaxed.positions.lowerBound else {
      relaxed = (item, positions)
      return relax(from: position, to: positions, distance)
    }
    guard positions.upperBound > relaxed.positions.upperBound else { return }
    relax(from: position, to: relaxed.positions.upperBound &+ 1...positions.upperBound, distance)
    relaxed.positions = relaxed.positions.lowerBound...positions.upperBound
  }

  /// Relaxes the edges of a skipped match, also from positions inside of it that shorter matches reach.
  private mutating func relaxSkipped(_ part: borrowing MatchTable, _ item: MatchTable.Item) {
    let position = Int(item.position)
    let end = position &+ Int(item.skipped)
    let longest = Int(item.firstMatch) &+ Int(item.count) &- 1
    let distance = Int(part.matches[longest].distance) &+ 1
    let distanceCost = cost(ofDistance: distance)
    let isReached = costs[position] != Self.unreached
    if isReached {
      for number in Int(item.firstMatch)..<longest {
        let shorter = part.matches[number]
        let inner = position &+ Int(shorter.length)
        relax(from: position, to: inner...inner, Int(shorter.distance) &+ 1)
      }
    }
    let reached = min(last, end &- 1)
    extend(to: end)
    // Other matches may begin near its end.
    if isReached { relax(from: position, to: end &- MatchFinder.tail...end &- 1, distance) }
    for inner in position...max(position, reached) where costs[inner] != Self.unreached {
      let rest = end &- inner
      if rest >= 3 {
        relax(end, costs[inner] &+ lengthCosts[rest] &+ distanceCost, Self.token(rest, distance))
      } else {
        let byte = bytes[part.start &+ inner]
        relax(inner &+ 1, costs[inner] &+ literalCosts[Int(byte)], UInt32(byte))
      }
    }
  }

  // MARK: - The sequence

  /// The block of the tokens of the shortest path to the end of a part.
  private func block(_ byteCount: Int) -> DeflateBlock {
    var block = DeflateBlock()
    var position = byteCount
    while position > 0 {
      let token = tokens[position]
      block.tokens.append(token)
      guard token >> 9 > 0 else {
        block.literals[Int(token)] += 1
        position -= 1
        continue
      }
      let length = Int(token & 511)
      block.literals[lengths[length].symbol] += 1
      block.distances[DeflateSymbols.distance(Int(token >> 9))] += 1
      position -= length
    }
    block.tokens.reverse()
    return block
  }
}
