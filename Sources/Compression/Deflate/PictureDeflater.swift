/// Deflates rows of pictures: the cheapest sequence of literals and repetitions, in a fraction of the time that libdeflate's
/// highest levels take, because long repetitions are passed over.
///
/// The picture is taken in parts. For each the cheapest sequence is searched a few times, every time with the prices of the
/// symbols that the last one used; a part goes into the block before it where that is smaller.
struct PictureDeflater: ~Copyable {
  /// A place at which repetitions were looked for.
  private struct Item: BitwiseCopyable {
    /// Counted from the start of the part.
    var place: Int32
    var firstRepetition: Int32
    var count: Int32
    /// Length of the last repetition if it is passed over; else 0.
    var long: Int32
    /// Whether a repetition that is passed over reaches this place.
    var isBehind: Bool
  }

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let finder: RepetitionFinder
  private let items: UnsafeMutablePointer<Item>
  private let repetitions: UnsafeMutablePointer<RepetitionFinder.Repetition>
  /// Of each byte of a part and the end: the least cost up to it in 1/256 bit, and the token that leads there.
  private let costs: UnsafeMutablePointer<Int32>
  private let tokens: UnsafeMutablePointer<UInt32>
  private let literalCosts: UnsafeMutablePointer<Int32>
  private let lengthCosts: UnsafeMutablePointer<Int32>
  private let distanceCosts: UnsafeMutablePointer<Int32>
  /// Symbol and extra bits of each length.
  private let lengths: [(symbol: Int, extraBits: Int)]

  /// Most items and bytes of a part.
  private static let partItems = 1 << 14
  private static let partBytes = 1 << 20
  private static let rounds = 3
  /// Most tokens of a block.
  private static let blockTokens = 400_000

  /// A zlib stream.
  ///
  /// - Parameters:
  ///   - pixel: Bytes of a pixel.
  ///   - line: Bytes of a row.
  /// - Returns: Nil if there is nothing, or a gigabyte.
  static func deflate(_ bytes: [UInt8], pixel: Int, line: Int, checksum: UInt32) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count < 1 << 30, pixel > 0, line > 0 else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let deflater = PictureDeflater(start, count: buffer.count, pixel: pixel, line: line)
      return deflater.stream(checksum: checksum)
    }
  }

  private init(_ bytes: UnsafePointer<UInt8>, count: Int, pixel: Int, line: Int) {
    (self.bytes, self.count) = (bytes, count)
    finder = RepetitionFinder(bytes, count: count, pixel: pixel, line: line)
    let size = min(Self.partBytes, count) + DeflateSymbols.longest + 1
    items = .allocate(capacity: Self.partItems + RepetitionFinder.long)
    repetitions = .allocate(capacity: Self.partItems * RepetitionFinder.most)
    costs = .allocate(capacity: size)
    tokens = .allocate(capacity: size)
    literalCosts = .allocate(capacity: DeflateSymbols.literalCount)
    literalCosts.initialize(repeating: 0, count: DeflateSymbols.literalCount)
    lengthCosts = .allocate(capacity: DeflateSymbols.longest + 1)
    lengthCosts.initialize(repeating: 0, count: DeflateSymbols.longest + 1)
    distanceCosts = .allocate(capacity: DeflateSymbols.distanceCount)
    distanceCosts.initialize(repeating: 0, count: DeflateSymbols.distanceCount)
    lengths = (0...DeflateSymbols.longest).map { DeflateSymbols.length(max(3, $0)) }
  }

  deinit {
    items.deallocate()
    repetitions.deallocate()
    costs.deallocate()
    tokens.deallocate()
    literalCosts.deallocate()
    lengthCosts.deallocate()
    distanceCosts.deallocate()
  }

  // MARK: - Blocks

  private func stream(checksum: UInt32) -> [UInt8] {
    var writer = DeflateBitWriter()
    // Deflate with a window of 32 KiB, at the highest level (RFC 1950).
    writer.append(0x78, bits: 8)
    writer.append(0xDA, bits: 8)
    var open = DeflateBlock()
    var expected = Self.usual
    var start = 0
    while start < count {
      let (itemCount, end) = findRepetitions(from: start)
      var part = DeflateBlock()
      for _ in 0..<Self.rounds {
        price(expected)
        part = cheapest(itemCount, start: start, byteCount: end - start)
        expected = part.counted(with: open)
      }
      if !open.tokens.isEmpty {
        let isApart =
          open.tokens.count > Self.blockTokens
          || open.counted(with: part).bitCount > open.bitCount + part.bitCount
        if isApart {
          DeflateBlockCodes(open).write(open, isLast: false, to: &writer)
          open = DeflateBlock()
        }
      }
      open.append(part)
      start = end
    }
    DeflateBlockCodes(open).write(open, isLast: true, to: &writer)
    writer.finish()
    for shift in [24, 16, 8, 0] { writer.append(Int(checksum >> UInt32(shift) & 255), bits: 8) }
    return writer.bytes
  }

  /// Counts to begin with.
  private static let usual: DeflateBlock = {
    var block = DeflateBlock()
    for symbol in block.literals.indices { block.literals[symbol] = symbol < 256 ? 4 : symbol == 256 ? 0 : 8 }
    block.literals[0] = 40
    for symbol in block.distances.indices { block.distances[symbol] = 4 }
    return block
  }()

  private func findRepetitions(from start: Int) -> (itemCount: Int, end: Int) {
    var place = start
    var itemCount = 0
    var repetitionCount = 0
    /// End of what was passed over.
    var passedEnd = start - 1
    // The last repetition may go beyond that.
    while place < count, itemCount < Self.partItems, place - start < Self.partBytes - DeflateSymbols.longest {
      let found = repetitions + repetitionCount
      let (foundCount, next) = finder.find(at: place, into: found)
      let isBehind = place <= passedEnd
      if isBehind { extendBack(found, foundCount, place, start: start) }
      let long = next == place &+ 1 ? 0 : Int(found[foundCount &- 1].length)
      items[itemCount] = Item(
        place: Int32(truncatingIfNeeded: place &- start), firstRepetition: Int32(truncatingIfNeeded: repetitionCount),
        count: Int32(truncatingIfNeeded: foundCount), long: Int32(truncatingIfNeeded: long), isBehind: isBehind)
      if long > 0 { passedEnd = place &+ long }
      itemCount += 1
      repetitionCount += foundCount
      place = next
    }
    // The end of the last repetition, if that was passed over.
    while place < passedEnd {
      items[itemCount] = Item(
        place: Int32(truncatingIfNeeded: place &- start), firstRepetition: Int32(truncatingIfNeeded: repetitionCount),
        count: 0, long: 0, isBehind: false)
      itemCount += 1
      place += 1
    }
    return (itemCount, place)
  }

  /// Notes how far repetitions go back into what was passed over.
  private func extendBack(
    _ found: UnsafeMutablePointer<RepetitionFinder.Repetition>, _ foundCount: Int, _ place: Int, start: Int
  ) {
    let limit = min(DeflateSymbols.longest &- 3, place &- start)
    for number in 0..<foundCount {
      let back = finder.back(from: place, Int(found[number].distance) &+ 1, atMost: limit)
      found[number].back = UInt16(truncatingIfNeeded: back)
    }
  }

  // MARK: - The cheapest sequence

  private func price(_ block: DeflateBlock) {
    DeflateSymbols.price(block.literals, DeflateSymbols.literalCount, into: literalCosts)
    DeflateSymbols.price(block.distances, DeflateSymbols.distanceCount, into: distanceCosts)
    for symbol in 0..<DeflateSymbols.distanceCount {
      distanceCosts[symbol] &+= Int32(DeflateSymbols.extraBits(ofDistance: symbol)) &<< 8
    }
    for length in 3...DeflateSymbols.longest {
      lengthCosts[length] = literalCosts[lengths[length].symbol] &+ Int32(lengths[length].extraBits) &<< 8
    }
  }

  /// The cheapest sequence of a part.
  private func cheapest(_ itemCount: Int, start: Int, byteCount: Int) -> DeflateBlock {
    var paths = Paths(costs: costs, tokens: tokens)
    for index in 0..<itemCount {
      let item = items[index]
      let place = Int(item.place)
      if item.isBehind { reachFromPassed(index, byteCount: byteCount, &paths) }
      let cost = costs[place]
      if item.long > 0 {
        passLong(item, start: start, byteCount: byteCount, &paths)
        continue
      }
      guard cost != .max else { continue }
      let byte = bytes[start &+ place]
      paths.reach(place &+ 1, cost &+ literalCosts[Int(byte)], UInt32(byte))
      var length = 3
      for number in 0..<Int(item.count) {
        let repetition = repetitions[Int(item.firstRepetition) &+ number]
        let distance = Int(repetition.distance) &+ 1
        let base = cost &+ distanceCosts[DeflateSymbols.distance(distance)]
        let longest = min(Int(repetition.length), byteCount &- place)
        while length <= longest {
          paths.reach(
            place &+ length, base &+ lengthCosts[length],
            UInt32(truncatingIfNeeded: length) | UInt32(truncatingIfNeeded: distance) &<< 9)
          length &+= 1
        }
      }
    }
    return block(start: start, byteCount: byteCount)
  }

  /// Takes repetitions of an item from the places before it to which they go back.
  private func reachFromPassed(_ index: Int, byteCount: Int, _ paths: inout Paths) {
    let item = items[index]
    let place = Int(item.place)
    let numbers = Int(item.firstRepetition)..<Int(item.firstRepetition &+ item.count)
    var farthest = 0
    for number in numbers { farthest = max(farthest, Int(repetitions[number].back)) }
    guard farthest > 0 else { return }
    reachPassed(place &- farthest, before: index, &paths)
    for number in numbers {
      let repetition = repetitions[number]
      let distance = UInt32(repetition.distance) &+ 1
      let distanceCost = distanceCosts[DeflateSymbols.distance(Int(distance))]
      for inner in place &- Int(repetition.back)..<place where costs[inner] != .max {
        let whole = place &- inner &+ Int(repetition.length)
        let length = min(DeflateSymbols.longest, whole, byteCount &- inner)
        guard length >= 3 else { continue }
        paths.reach(
          inner &+ length, costs[inner] &+ lengthCosts[length] &+ distanceCost,
          UInt32(truncatingIfNeeded: length) | distance &<< 9)
      }
    }
  }

  /// Finds ways to the places from one to an item that were passed over, by shorter forms of what was passed.
  private func reachPassed(_ first: Int, before index: Int, _ paths: inout Paths) {
    let end = Int(items[index].place)
    var passed = index
    while passed > 0 {
      passed &-= 1
      let item = items[passed]
      let place = Int(item.place)
      if item.long > 0, costs[place] != .max {
        let distance = UInt32(repetitions[Int(item.firstRepetition &+ item.count) &- 1].distance) &+ 1
        let cost = costs[place] &+ distanceCosts[DeflateSymbols.distance(Int(distance))]
        var inner = max(first, place &+ 3)
        while inner <= min(end, place &+ Int(item.long)) {
          let length = inner &- place
          paths.reach(
            inner, cost &+ lengthCosts[length], UInt32(truncatingIfNeeded: length) | distance &<< 9)
          inner &+= 1
        }
      }
      if place <= first { return }
    }
  }

  /// Takes the long repetition of an item, also from places in it that shorter ones before lead to.
  private func passLong(_ item: Item, start: Int, byteCount: Int, _ paths: inout Paths) {
    let place = Int(item.place)
    let end = place &+ Int(item.long)
    let last = Int(item.firstRepetition) &+ Int(item.count) &- 1
    let distance = UInt32(repetitions[last].distance) &+ 1
    let distanceCost = distanceCosts[DeflateSymbols.distance(Int(distance))]
    if costs[place] != .max {
      let cost = costs[place]
      for number in Int(item.firstRepetition)..<last {
        let shorter = repetitions[number]
        let distance = UInt32(shorter.distance) &+ 1
        paths.reach(
          place &+ Int(shorter.length),
          cost &+ lengthCosts[Int(shorter.length)] &+ distanceCosts[DeflateSymbols.distance(Int(distance))],
          UInt32(shorter.length) | distance &<< 9)
      }
    }
    let reached = min(paths.end, end &- 1)
    paths.extend(to: end)
    reachTail(place, end, distance, distanceCost, &paths)
    for inner in place...max(place, reached) where costs[inner] != .max {
      let rest = end &- inner
      if rest >= 3 {
        paths.reach(
          end, costs[inner] &+ lengthCosts[rest] &+ distanceCost,
          UInt32(truncatingIfNeeded: rest) | distance &<< 9)
      } else {
        let byte = bytes[start &+ inner]
        paths.reach(inner &+ 1, costs[inner] &+ literalCosts[Int(byte)], UInt32(byte))
      }
    }
  }

  /// Finds ways to the places near the end of a long repetition, at which others may begin.
  private func reachTail(
    _ place: Int, _ end: Int, _ distance: UInt32, _ distanceCost: Int32, _ paths: inout Paths
  ) {
    guard costs[place] != .max else { return }
    for inner in end &- RepetitionFinder.tail..<end {
      let length = inner &- place
      paths.reach(
        inner, costs[place] &+ lengthCosts[length] &+ distanceCost,
        UInt32(truncatingIfNeeded: length) | distance &<< 9)
    }
  }

  /// The tokens that lead to the end.
  private func block(start: Int, byteCount: Int) -> DeflateBlock {
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

/// The cheapest ways to the places of a part, as far as they are known.
private struct Paths {
  let costs: UnsafeMutablePointer<Int32>
  let tokens: UnsafeMutablePointer<UInt32>
  /// The last place that is initialized.
  private(set) var end = 0

  init(costs: UnsafeMutablePointer<Int32>, tokens: UnsafeMutablePointer<UInt32>) {
    (self.costs, self.tokens) = (costs, tokens)
    costs[0] = 0
    tokens[0] = 0
  }

  /// Initializes the places up to one.
  @inline(__always)
  mutating func extend(to place: Int) {
    while end < place {
      end &+= 1
      costs[end] = .max
    }
  }

  /// Notes a way to a place if it is cheaper than the one known.
  @inline(__always)
  mutating func reach(_ place: Int, _ cost: Int32, _ token: UInt32) {
    if place > end { extend(to: place) }
    if cost < costs[place] {
      costs[place] = cost
      tokens[place] = token
    }
  }
}
