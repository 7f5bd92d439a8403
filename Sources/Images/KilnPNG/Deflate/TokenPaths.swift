/// Finds the cheapest sequence of literals and repetitions of a part of a picture.
struct TokenPaths: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  /// For each place of a part and its end: the least cost up to it in 1/256 bit, and the token that leads there.
  private let costs: UnsafeMutablePointer<Int32>
  private let tokens: UnsafeMutablePointer<UInt32>
  /// The last place whose cost is initialized. It is `unreached` where no way is known.
  private var last = 0
  private let literalCosts: UnsafeMutablePointer<Int32>
  private let lengthCosts: UnsafeMutablePointer<Int32>
  private let distanceCosts: UnsafeMutablePointer<Int32>
  /// Symbol and extra bits of each length.
  private let lengths: [(symbol: Int, extraBits: Int)]

  private let triesRests: Bool

  /// The range of places that was reached last by shorter forms of one item that was passed over.
  private var filled = (item: -1, places: 0...0)

  /// More than any cost, which are of at most some 30,000 tokens; twice this is no overflow.
  private static let unreached: Int32 = 1 << 30

  /// - Parameters:
  ///   - bytes: The whole picture.
  ///   - longest: Most bytes of a part.
  ///   - triesRests: Whether what goes on from the place before is tried in all lengths.
  init(_ bytes: UnsafePointer<UInt8>, longest: Int, triesRests: Bool) {
    self.bytes = bytes
    self.triesRests = triesRests
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

  /// Sets what symbols cost, by how often a block has them.
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

  /// The cheapest sequence of a part, by the prices that were set last.
  mutating func cheapest(_ part: borrowing RepetitionTable) -> DeflateBlock {
    last = 0
    filled.item = -1
    costs[0] = 0
    tokens[0] = 0
    let byteCount = part.end &- part.start
    for index in 0..<part.itemCount {
      let item = part.items[index]
      if item.isBehind { reachBack(part, index, byteCount) }
      if item.passed > 0 {
        pass(part, item)
      } else if costs[Int(item.place)] != Self.unreached {
        step(part, index, byteCount)
      }
    }
    return block(byteCount)
  }

  // MARK: - Places

  /// Notes a way to a place if it is cheaper than the one known.
  @inline(__always)
  private mutating func reach(_ place: Int, _ cost: Int32, _ token: UInt32) {
    extend(to: place)
    if cost < costs[place] {
      costs[place] = cost
      tokens[place] = token
    }
  }

  /// Initializes the places up to one.
  @inline(__always)
  private mutating func extend(to place: Int) {
    guard last < place else { return }
    (costs + (last &+ 1)).update(repeating: Self.unreached, count: place &- last)
    last = place
  }

  @inline(__always)
  private func cost(ofDistance distance: Int) -> Int32 { distanceCosts[DeflateSymbols.distance(distance)] }

  /// A repetition as a token of `DeflateBlock`.
  @inline(__always)
  private static func token(_ length: Int, _ distance: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: length) | UInt32(truncatingIfNeeded: distance) &<< 9
  }

  /// Takes one repetition in all its lengths that lead to some places.
  @inline(__always)
  private mutating func reach(from place: Int, to places: ClosedRange<Int>, _ distance: Int) {
    extend(to: places.upperBound)
    let base = costs[place] &+ cost(ofDistance: distance)
    let token = Self.token(0, distance)
    let (costs, tokens, lengthCosts) = (costs + place, tokens + place, lengthCosts)
    let longest = places.upperBound &- place
    var length = places.lowerBound &- place
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

  /// Takes the literal and the repetitions of an item.
  private mutating func step(_ part: borrowing RepetitionTable, _ index: Int, _ byteCount: Int) {
    let item = part.items[index]
    let place = Int(item.place)
    let here = bytes + (part.start &+ place)
    reach(place &+ 1, costs[place] &+ literalCosts[Int(here[0])], UInt32(here[0]))
    let followsStep = !triesRests && index > 0 && part.items[index &- 1].passed == 0
    var length = 3
    for number in 0..<Int(item.count) {
      let repetition = part.repetitions[Int(item.firstRepetition) &+ number]
      let distance = Int(repetition.distance) &+ 1
      let longest = min(Int(repetition.length), byteCount &- place)
      guard length <= longest else { continue }
      // The same repetition, begun a place before, leads as cheaply to all places but the last.
      let isRest = followsStep && part.start &+ place > distance && here[-1] == here[-1 &- distance]
      reach(from: place, to: place &+ (isRest ? longest : length)...place &+ longest, distance)
      length = longest &+ 1
    }
  }

  /// Takes the repetitions of an item from the places before it to which they go back.
  private mutating func reachBack(_ part: borrowing RepetitionTable, _ index: Int, _ byteCount: Int) {
    let item = part.items[index]
    let place = Int(item.place)
    let numbers = Int(item.firstRepetition)..<Int(item.firstRepetition &+ item.count)
    var farthest = 0
    for number in numbers { farthest = max(farthest, Int(part.repetitions[number].back)) }
    reachPassed(part, place &- farthest, before: index)
    for number in numbers { reachBack(part.repetitions[number], at: place, byteCount) }
  }

  /// Takes a repetition from the places before its own to which it goes back, as far as a nearer one does not.
  private mutating func reachBack(_ repetition: RepetitionFinder.Repetition, at place: Int, _ byteCount: Int) {
    let (first, end) = (place &- Int(repetition.back), place &- Int(repetition.known))
    let target = min(place &+ Int(repetition.length), byteCount)
    guard first < end, target &- end >= 2 else { return }
    let distance = Int(repetition.distance) &+ 1
    let distanceCost = cost(ofDistance: distance)
    // From places farther back it does not lead so far.
    let middle = min(end, max(first, target &- DeflateSymbols.longest))
    let longestCost = lengthCosts[DeflateSymbols.longest] &+ distanceCost
    for inner in first..<middle where costs[inner] != Self.unreached {
      reach(
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

  /// Finds ways to the places from one to an item that were passed over, by shorter forms of what was passed.
  private mutating func reachPassed(_ part: borrowing RepetitionTable, _ first: Int, before index: Int) {
    let end = Int(part.items[index].place)
    var passed = index
    while passed > 0 {
      passed &-= 1
      let item = part.items[passed]
      let place = Int(item.place)
      let inner = max(first, place &+ 3)
      let innerEnd = min(end, place &+ Int(item.passed))
      if item.passed > 0, costs[place] != Self.unreached, inner <= innerEnd {
        let distance = Int(part.repetitions[Int(item.firstRepetition &+ item.count) &- 1].distance) &+ 1
        fill(from: place, of: passed, inner...innerEnd, distance)
      }
      if place <= first { return }
    }
  }

  /// Takes a repetition that is passed over in its lengths to some places, unless that was done just before.
  private mutating func fill(from place: Int, of item: Int, _ places: ClosedRange<Int>, _ distance: Int) {
    guard filled.item == item, places.lowerBound >= filled.places.lowerBound else {
      filled = (item, places)
      return reach(from: place, to: places, distance)
    }
    guard places.upperBound > filled.places.upperBound else { return }
    reach(from: place, to: filled.places.upperBound &+ 1...places.upperBound, distance)
    filled.places = filled.places.lowerBound...places.upperBound
  }

  /// Takes the repetition of an item that is passed over, also from places in it that shorter ones before lead to.
  private mutating func pass(_ part: borrowing RepetitionTable, _ item: RepetitionTable.Item) {
    let place = Int(item.place)
    let end = place &+ Int(item.passed)
    let longest = Int(item.firstRepetition) &+ Int(item.count) &- 1
    let distance = Int(part.repetitions[longest].distance) &+ 1
    let distanceCost = cost(ofDistance: distance)
    let isReached = costs[place] != Self.unreached
    if isReached {
      for number in Int(item.firstRepetition)..<longest {
        let shorter = part.repetitions[number]
        let inner = place &+ Int(shorter.length)
        reach(from: place, to: inner...inner, Int(shorter.distance) &+ 1)
      }
    }
    let reached = min(last, end &- 1)
    extend(to: end)
    // Near its end others may begin.
    if isReached { reach(from: place, to: end &- RepetitionFinder.tail...end &- 1, distance) }
    for inner in place...max(place, reached) where costs[inner] != Self.unreached {
      let rest = end &- inner
      if rest >= 3 {
        reach(end, costs[inner] &+ lengthCosts[rest] &+ distanceCost, Self.token(rest, distance))
      } else {
        let byte = bytes[part.start &+ inner]
        reach(inner &+ 1, costs[inner] &+ literalCosts[Int(byte)], UInt32(byte))
      }
    }
  }

  // MARK: - The sequence

  /// The tokens that lead to the end of a part.
  private func block(_ byteCount: Int) -> DeflateBlock {
    var block = DeflateBlock()
    var place = byteCount
    while place > 0 {
      let token = tokens[place]
      block.tokens.append(token)
      guard token >> 9 > 0 else {
        block.literals[Int(token)] += 1
        place -= 1
        continue
      }
      let length = Int(token & 511)
      block.literals[lengths[length].symbol] += 1
      block.distances[DeflateSymbols.distance(Int(token >> 9))] += 1
      place -= length
    }
    block.tokens.reverse()
    return block
  }
}
