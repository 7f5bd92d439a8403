/// Finds the cheapest sequence of literals and repetitions of a part of a picture.
struct TokenPaths: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  /// Of each place of a part and its end: the least cost up to it in 1/256 bit, and the token that leads there.
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

  private static let unreached = Int32.max

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
    while last < place {
      last &+= 1
      costs[last] = Self.unreached
    }
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
    let base = costs[place] &+ cost(ofDistance: distance)
    var inner = places.lowerBound
    while inner <= places.upperBound {
      let length = inner &- place
      reach(inner, base &+ lengthCosts[length], Self.token(length, distance))
      inner &+= 1
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
      // What began a place before leads as cheaply to all places but the last.
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
    for number in numbers {
      let repetition = part.repetitions[number]
      let distance = Int(repetition.distance) &+ 1
      let distanceCost = cost(ofDistance: distance)
      for inner in place &- Int(repetition.back)..<place &- Int(repetition.known) where costs[inner] != Self.unreached {
        let whole = place &- inner &+ Int(repetition.length)
        let length = min(DeflateSymbols.longest, whole, byteCount &- inner)
        guard length >= 3 else { continue }
        reach(
          inner &+ length, costs[inner] &+ lengthCosts[length] &+ distanceCost, Self.token(length, distance))
      }
    }
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
        let repetition = part.repetitions[Int(item.firstRepetition &+ item.count) &- 1]
        reach(from: place, to: inner...innerEnd, Int(repetition.distance) &+ 1)
      }
      if place <= first { return }
    }
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
