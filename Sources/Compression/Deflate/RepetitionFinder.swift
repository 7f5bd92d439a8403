/// Repetitions in pictures' rows: at each place some that get longer, the nearest of each length.
///
/// What is drawn consists of long runs and of edges between them. A long repetition is passed over, so that time goes into
/// the edges. What is found behind it is extended back into it: a repetition of the end of a run, the edge and the start of
/// the next run is found at the edge.
struct RepetitionFinder: ~Copyable {
  /// A repetition.
  struct Repetition: BitwiseCopyable {
    var length: UInt16
    /// Its distance less 1.
    var distance: UInt16
    /// How many bytes before the place are equal, too, as far as that was looked at.
    var back: UInt16 = 0
  }

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  /// Distances that pictures have: of the pixel to the left, and of the row above.
  private let pixel: Int
  private let line: Int
  /// The last place with some hash of four bytes.
  private let heads: UnsafeMutablePointer<Int32>
  /// The place with the same hash before each of the window.
  private let previous: UnsafeMutablePointer<Int32>
  /// The last place with some hash of three bytes.
  private let shortHeads: UnsafeMutablePointer<Int32>

  /// Length from which a repetition is passed over.
  static let long = 32
  /// Most repetitions that are found at one place.
  static let most = 32
  /// Places at the end of a repetition that are looked at nevertheless, because what begins there and goes a byte further
  /// is not found behind it.
  static let tail = 3
  /// Number of places of one hash that are looked at.
  private static let depth = 300
  private static let hashBits: UInt32 = 16
  private static let shortHashBits: UInt32 = 14
  private static let nowhere: Int32 = -1 << 20
  /// Places at the end of a run that may be repeated; its middle is like the next one's.
  private static let runEnd = 24

  init(_ bytes: UnsafePointer<UInt8>, count: Int, pixel: Int, line: Int) {
    (self.bytes, self.count, self.pixel, self.line) = (bytes, count, pixel, line)
    heads = .allocate(capacity: 1 << Int(Self.hashBits))
    heads.initialize(repeating: Self.nowhere, count: 1 << Int(Self.hashBits))
    previous = .allocate(capacity: DeflateSymbols.window)
    previous.initialize(repeating: Self.nowhere, count: DeflateSymbols.window)
    shortHeads = .allocate(capacity: 1 << Int(Self.shortHashBits))
    shortHeads.initialize(repeating: Self.nowhere, count: 1 << Int(Self.shortHashBits))
  }

  deinit {
    heads.deallocate()
    previous.deallocate()
    shortHeads.deallocate()
  }

  /// Finds repetitions of what begins at a place, and notes the places that it passes.
  ///
  /// - Parameter found: Room for `most`.
  /// - Returns: How many there are, and the next place to look at: near the end of the last one if that is long.
  func find(at place: Int, into found: UnsafeMutablePointer<Repetition>) -> (count: Int, next: Int) {
    let room = min(DeflateSymbols.longest, count &- place)
    guard room >= 4 else { return (0, place &+ 1) }
    var search = Search(bytes: bytes, place: place, room: room, word: word(place), found: found)
    search.consider(1)
    if pixel != 1, pixel <= DeflateSymbols.window { search.consider(pixel) }
    if search.best < Self.long {
      if search.best < 3 {
        let short = Int(shortHeads[shortHash(search.word)])
        if short >= 0, place &- short <= DeflateSymbols.window { search.consider(place &- short) }
      }
      tryChain(&search)
      if line <= DeflateSymbols.window { search.consider(line) }
    }
    guard search.best >= Self.long else {
      note(place)
      return (search.count, place &+ 1)
    }
    let last = found[search.count &- 1]
    let next = place &+ Int(last.length) &- Self.tail
    notePassed(place, next, isRun: Int(last.distance) < 8)
    return (search.count, next)
  }

  /// How many bytes before two places, the first of which is `distance` behind the other, are equal.
  func back(from place: Int, _ distance: Int, atMost limit: Int) -> Int {
    let limit = min(limit, place &- distance)
    let before = bytes + (place &- 1)
    var length = 0
    while length < limit, before[0 &- length] == before[0 &- length &- distance] { length &+= 1 }
    return length
  }

  @inline(__always)
  private func tryChain(_ search: inout Search) {
    var candidate = Int(heads[hash(search.word)])
    var depth = Self.depth
    while depth > 0, candidate >= 0, search.place &- candidate <= DeflateSymbols.window {
      depth &-= 1
      if bytes[candidate &+ search.best] == bytes[search.place &+ search.best], word(candidate) == search.word {
        search.compare(candidate)
        if search.best == search.room { return }
      }
      let before = Int(previous[candidate & (DeflateSymbols.window &- 1)])
      guard before < candidate else { return }
      candidate = before
    }
  }

  private func notePassed(_ place: Int, _ next: Int, isRun: Bool) {
    let end = min(next, count &- 3)
    guard isRun else {
      for passed in place..<max(place, end) { note(passed) }
      return
    }
    for passed in place..<max(place, min(place &+ 4, end)) { note(passed) }
    let rest = max(place &+ 4, next &- Self.runEnd)
    for passed in rest..<max(rest, end) { note(passed) }
  }

  @inline(__always)
  private func note(_ place: Int) {
    let word = word(place)
    let hash = hash(word)
    previous[place & (DeflateSymbols.window &- 1)] = heads[hash]
    heads[hash] = Int32(truncatingIfNeeded: place)
    shortHeads[shortHash(word)] = Int32(truncatingIfNeeded: place)
  }

  @inline(__always)
  private func word(_ place: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  @inline(__always)
  private func hash(_ word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> (32 &- Self.hashBits))
  }

  @inline(__always)
  private func shortHash(_ word: UInt32) -> Int {
    Int(truncatingIfNeeded: ((word &<< 8) &* 0x9E37_79B1) &>> (32 &- Self.shortHashBits))
  }
}

/// What is found at one place.
private struct Search {
  let bytes: UnsafePointer<UInt8>
  let place: Int
  /// The longest that a repetition can be.
  let room: Int
  /// The first four bytes.
  let word: UInt32
  let found: UnsafeMutablePointer<RepetitionFinder.Repetition>
  var count = 0
  /// Length of the longest.
  var best = 2

  init(
    bytes: UnsafePointer<UInt8>, place: Int, room: Int, word: UInt32,
    found: UnsafeMutablePointer<RepetitionFinder.Repetition>
  ) {
    (self.bytes, self.place, self.room, self.word, self.found) = (bytes, place, room, word, found)
  }

  /// Adds the repetition at a distance if it is longer than those before and at least 3.
  @inline(__always)
  mutating func consider(_ distance: Int) {
    let candidate = place &- distance
    guard candidate >= 0, best < room, bytes[candidate &+ best] == bytes[place &+ best],
      bytes[candidate] == bytes[place], bytes[candidate &+ 1] == bytes[place &+ 1],
      bytes[candidate &+ 2] == bytes[place &+ 2]
    else { return }
    compare(candidate)
  }

  /// Adds the repetition of an earlier place if it is longer than those before.
  @inline(__always)
  mutating func compare(_ candidate: Int) {
    let raw = UnsafeRawPointer(bytes)
    var length = 0
    var isEqual = true
    while length &+ 8 <= room {
      let difference =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place &+ length, as: UInt64.self))
        ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: candidate &+ length, as: UInt64.self))
      if difference != 0 {
        length &+= difference.trailingZeroBitCount &>> 3
        isEqual = false
        break
      }
      length &+= 8
    }
    if isEqual { while length < room, bytes[place &+ length] == bytes[candidate &+ length] { length &+= 1 } }
    guard length > best else { return }
    best = length
    if count == RepetitionFinder.most { count &-= 1 }
    found[count] = RepetitionFinder.Repetition(
      length: UInt16(truncatingIfNeeded: length), distance: UInt16(truncatingIfNeeded: place &- candidate &- 1))
    count &+= 1
  }
}
