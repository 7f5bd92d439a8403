/// A model of Deflate that says how many bits a row would take after those before it.
///
/// It looks for repetitions as a fast encoder does, one candidate by a hash and those that pictures have, and prices literals,
/// lengths and distances by how often they came before. So a row's cost depends on the rows that were chosen above it: what
/// they hold is cheap to repeat, which heuristics that look at single rows cannot know.
struct DeflateCostModel: ~Copyable {
  /// Cost in 1/256 bit of literals 0…255 and, at 257…285, length codes without their extra bits.
  private let costs: UnsafeMutablePointer<Int32>
  /// Cost in 1/256 bit of each length, extra bits included.
  private let lengthCosts: UnsafeMutablePointer<Int32>
  /// Cost in 1/256 bit of each distance code, extra bits included.
  private let distanceCosts: UnsafeMutablePointer<Int32>
  /// Number of occurrences of each symbol in the chosen rows, halved now and then.
  private let counts: UnsafeMutablePointer<UInt32>
  private let distanceCounts: UnsafeMutablePointer<UInt32>
  /// Length code of each length.
  private let lengthCodes: UnsafeMutablePointer<UInt16>
  /// The last place in the chosen rows of four bytes with some hash; -1 for none.
  private let lastPositions: UnsafeMutablePointer<Int32>
  /// Distance in bytes from a pixel to its left neighbour.
  private let distance: Int
  /// Bytes of a row with its filter.
  private let lineBytes: Int
  /// Bytes that were counted since the costs were computed.
  private var uncosted = 0

  private static let symbols = DeflateSymbols.literalCount
  private static let distances = DeflateSymbols.distanceCount
  private static let hashBits: UInt32 = 15
  private static let longest = DeflateSymbols.longest
  private static let shortest = 4
  private static let window = DeflateSymbols.window
  /// Number of counted symbols above which counts are halved, so that they follow the picture.
  private static let memory: UInt32 = 40_000
  /// Number of bytes after which costs are computed anew.
  private static let costInterval = 4096

  init(distance: Int, lineBytes: Int) {
    self.distance = distance
    self.lineBytes = lineBytes
    costs = .allocate(capacity: Self.symbols)
    costs.initialize(repeating: 0, count: Self.symbols)
    lengthCosts = .allocate(capacity: Self.longest + 1)
    lengthCosts.initialize(repeating: 0, count: Self.longest + 1)
    distanceCosts = .allocate(capacity: Self.distances)
    distanceCosts.initialize(repeating: 0, count: Self.distances)
    counts = .allocate(capacity: Self.symbols)
    counts.initialize(repeating: 0, count: Self.symbols)
    distanceCounts = .allocate(capacity: Self.distances)
    distanceCounts.initialize(repeating: 0, count: Self.distances)
    lengthCodes = .allocate(capacity: Self.longest + 1)
    lengthCodes.initialize(repeating: 0, count: Self.longest + 1)
    lastPositions = .allocate(capacity: 1 << Int(Self.hashBits))
    lastPositions.initialize(repeating: -1, count: 1 << Int(Self.hashBits))
    for length in 3...Self.longest { lengthCodes[length] = UInt16(DeflateSymbols.length(length).symbol) }
    // Most pictures have much of one colour, and differences of nothing.
    counts[0] = 20
    price()
  }

  deinit {
    costs.deallocate()
    lengthCosts.deallocate()
    distanceCosts.deallocate()
    counts.deallocate()
    distanceCounts.deallocate()
    lengthCodes.deallocate()
    lastPositions.deallocate()
  }

  // MARK: - Costs

  /// Cost of a line in 1/256 bit; something above `limit` if it is more.
  ///
  /// - Parameters:
  ///   - bytes: The chosen lines before it and the line itself.
  ///   - start: Offset of the line in `bytes`.
  func cost(_ bytes: UnsafePointer<UInt8>, from start: Int, limit: Int) -> Int {
    let end = start + lineBytes
    var cost = 0
    var position = start
    while position < end {
      let match = match(bytes, position, end)
      if match.length >= Self.shortest {
        cost &+= Int(lengthCosts[match.length] &+ distanceCosts[DeflateSymbols.distance(match.distance)])
        position &+= match.length
      } else {
        cost &+= Int(costs[Int(bytes[position])])
        position &+= 1
      }
      if cost > limit { break }
    }
    return cost
  }

  /// Notes a line that was chosen: later ones may repeat it, and what it holds is cheaper.
  mutating func add(_ bytes: UnsafePointer<UInt8>, from start: Int) {
    let end = start + lineBytes
    var position = start
    while position < end {
      let match = match(bytes, position, end)
      if match.length >= Self.shortest {
        counts[Int(lengthCodes[match.length])] &+= 1
        distanceCounts[DeflateSymbols.distance(match.distance)] &+= 1
        position &+= match.length
      } else {
        counts[Int(bytes[position])] &+= 1
        position &+= 1
      }
    }
    position = start
    while position &+ 4 <= end {
      lastPositions[Self.hash(Self.word(bytes, position))] = Int32(truncatingIfNeeded: position)
      position &+= 1
    }
    uncosted += lineBytes
    if uncosted >= Self.costInterval { price() }
  }

  /// Computes costs from counts.
  private mutating func price() {
    uncosted = 0
    var total: UInt32 = 0
    for symbol in 0..<Self.symbols { total &+= counts[symbol] }
    if total > Self.memory {
      for symbol in 0..<Self.symbols { counts[symbol] /= 2 }
      for code in 0..<Self.distances { distanceCounts[code] /= 2 }
    }
    DeflateSymbols.price(counts, Self.symbols, into: costs)
    DeflateSymbols.price(distanceCounts, Self.distances, into: distanceCosts)
    for code in 0..<Self.distances { distanceCosts[code] &+= Int32(DeflateSymbols.extraBits(ofDistance: code)) &<< 8 }
    for length in 3...Self.longest {
      lengthCosts[length] = costs[Int(lengthCodes[length])] &+ Int32(DeflateSymbols.length(length).extraBits) &<< 8
    }
  }

  // MARK: - Repetitions

  /// The longest repetition that is found at a place; its length is 0 if there is none.
  @inline(__always)
  private func match(_ bytes: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> (length: Int, distance: Int) {
    let room = min(Self.longest, end &- position)
    guard room >= Self.shortest else { return (0, 1) }
    let word = Self.word(bytes, position)
    var best = (length: 0, distance: 1)
    // Pixels like the one to the left, bytes like the one before, and what stands above.
    if position >= distance, Self.word(bytes, position &- distance) == word {
      best = (Self.length(bytes, position, position &- distance, room), distance)
    }
    if distance > 1, best.length < room, position >= 1, Self.word(bytes, position &- 1) == word {
      let length = Self.length(bytes, position, position &- 1, room)
      if length > best.length { best = (length, 1) }
    }
    if best.length < room, lineBytes <= Self.window, position >= lineBytes,
      Self.word(bytes, position &- lineBytes) == word
    {
      let length = Self.length(bytes, position, position &- lineBytes, room)
      if length > best.length &+ 1 { best = (length, lineBytes) }
    }
    if best.length < room {
      let place = Int(lastPositions[Self.hash(word)])
      if place >= 0, position &- place <= Self.window, place < position, Self.word(bytes, place) == word {
        let length = Self.length(bytes, position, place, room)
        if length > best.length &+ 1 { best = (length, position &- place) }
      }
    }
    return best
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ position: Int) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt32.self)
  }

  /// Number of equal bytes at two places whose first four bytes are equal, at most `room`.
  @inline(__always)
  private static func length(_ bytes: UnsafePointer<UInt8>, _ a: Int, _ b: Int, _ room: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var length = 4
    while length &+ 8 <= room {
      let difference =
        raw.loadUnaligned(fromByteOffset: a &+ length, as: UInt64.self)
        ^ raw.loadUnaligned(fromByteOffset: b &+ length, as: UInt64.self)
      if difference != 0 { return length &+ UInt64(littleEndian: difference).trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < room, bytes[a &+ length] == bytes[b &+ length] { length &+= 1 }
    return length
  }

  @inline(__always)
  private static func hash(_ word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> (32 &- hashBits))
  }
}

extension PNGRows {
  /// Filters each row by the filter of the least cost in a model, that of the row above first.
  func filter(_ height: Int, by model: inout DeflateCostModel, into lines: UnsafeMutableBufferPointer<UInt8>) {
    guard let bytes = lines.baseAddress.map({ UnsafePointer($0) }) else { return }
    var last = PNGFilter.none
    for y in 0..<height {
      let start = y * (rowBytes + 1)
      filter(y, by: last, into: lines)
      var least = model.cost(bytes, from: start, limit: .max)
      var (best, shown) = (last, last)
      for candidate in PNGFilter.allCases where candidate != last {
        filter(y, by: candidate, into: lines)
        shown = candidate
        let cost = model.cost(bytes, from: start, limit: least)
        if cost < least { (best, least) = (candidate, cost) }
      }
      if shown != best { filter(y, by: best, into: lines) }
      model.add(bytes, from: start)
      last = best
    }
  }
}
