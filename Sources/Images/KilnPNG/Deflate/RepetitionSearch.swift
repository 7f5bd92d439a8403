/// Repetitions found at one place: each longer than the last or, behind passed bytes, extending farther back.
struct RepetitionSearch {
  private let bytes: UnsafePointer<UInt8>
  private let place: Int
  private let found: UnsafeMutablePointer<RepetitionFinder.Repetition>
  /// The longest that a repetition can be.
  let room: Int
  /// The first four bytes.
  let word: UInt32
  /// Maximum number of bytes that repetitions extend back.
  private let limit: Int
  private(set) var count = 0
  /// Length of the longest, and its number.
  private(set) var best = 2
  private var longest = 0
  /// Largest `back` of the repetitions that were found.
  private var farthest = 0

  /// - Parameter found: Room for `RepetitionFinder.most`.
  init(
    _ bytes: UnsafePointer<UInt8>, at place: Int, room: Int, behind limit: Int,
    into found: UnsafeMutablePointer<RepetitionFinder.Repetition>
  ) {
    (self.bytes, self.place, self.room, self.limit, self.found) = (bytes, place, room, limit, found)
    word = Self.word(bytes, place)
  }

  @inline(__always)
  static func word(_ bytes: UnsafePointer<UInt8>, _ place: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self))
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

  /// Adds those of a chain's places, of which at most a number is looked at, that are better than those before. Ends with
  /// the longest possible one: behind it there may be nothing to compare.
  @inline(__always)
  mutating func consider(_ chains: PlaceChains, _ hash: Int, depth: Int) {
    var candidate = chains.last(hash)
    var depth = depth
    while best < room, depth > 0, candidate >= 0, place &- candidate <= DeflateSymbols.window {
      depth &-= 1
      if bytes[candidate &+ best] == bytes[place &+ best], Self.word(bytes, candidate) == word {
        compare(candidate)
      } else if farthest < limit, candidate > farthest,
        bytes[candidate &- farthest &- 1] == bytes[place &- farthest &- 1], Self.word(bytes, candidate) == word
      {
        compareBack(candidate)
      }
      let before = chains.before(candidate)
      guard before < candidate else { return }
      candidate = before
    }
  }

  /// Adds the repetition that goes on from the place before, if it is longer than those before.
  mutating func goOn(_ distance: Int, length: Int) {
    guard length > best else { return }
    if length == DeflateSymbols.longest &- 1 { return consider(distance) }
    add(place &- distance, min(length, room))
  }

  /// Distance of the longest repetition; 0 if there is none.
  var bestDistance: Int { count > 0 ? Int(found[longest].distance) &+ 1 : 0 }

  /// The longest repetition, which becomes the last one.
  mutating func putLongestLast() -> RepetitionFinder.Repetition {
    let last = count &- 1
    (found[last], found[longest]) = (found[longest], found[last])
    longest = last
    return found[last]
  }

  /// Adds the repetition of an earlier place if it is longer than those before.
  @inline(__always)
  private mutating func compare(_ candidate: Int) {
    add(candidate, length(candidate))
  }

  /// Adds a repetition if it is longer than those before.
  @inline(__always)
  private mutating func add(_ candidate: Int, _ length: Int) {
    guard length > best else { return }
    best = length
    let back = limit > 0 ? back(candidate) : 0
    if count == RepetitionFinder.most { count &-= 1 }
    longest = count
    append(candidate, length, back, known: 0)
  }

  /// Adds the repetition of an earlier place if it goes farther back than those before.
  private mutating func compareBack(_ candidate: Int) {
    let back = back(candidate)
    guard back > farthest, count < RepetitionFinder.most else { return }
    append(candidate, length(candidate), back, known: farthest)
  }

  private mutating func append(_ candidate: Int, _ length: Int, _ back: Int, known: Int) {
    found[count] = RepetitionFinder.Repetition(
      length: UInt16(truncatingIfNeeded: length), distance: UInt16(truncatingIfNeeded: place &- candidate &- 1),
      back: UInt16(truncatingIfNeeded: back), known: UInt16(truncatingIfNeeded: known))
    count &+= 1
    farthest = max(farthest, back)
  }

  /// Number of equal bytes from both places on, at most `room`.
  private func length(_ candidate: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var length = 0
    while length &+ 8 <= room {
      let difference =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place &+ length, as: UInt64.self))
        ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: candidate &+ length, as: UInt64.self))
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < room, bytes[place &+ length] == bytes[candidate &+ length] { length &+= 1 }
    return length
  }

  /// Number of equal bytes before both places, at most `limit`.
  private func back(_ candidate: Int) -> Int {
    let limit = min(limit, candidate)
    var length = 0
    while length < limit, bytes[place &- 1 &- length] == bytes[candidate &- 1 &- length] { length &+= 1 }
    return length
  }
}
