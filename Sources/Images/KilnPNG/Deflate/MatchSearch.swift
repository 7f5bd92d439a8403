/// Matches found at one position: each is longer than the one before or, after skipped bytes, extends farther
/// backwards.
struct MatchSearch {
  private let bytes: UnsafePointer<UInt8>
  private let position: Int
  private let found: UnsafeMutablePointer<MatchFinder.Match>
  /// Maximum length of a match here.
  let room: Int
  /// The first four bytes.
  let word: UInt32
  /// Maximum number of bytes that matches extend backwards.
  private let limit: Int
  private(set) var count = 0
  /// Length of the longest match, and its index.
  private(set) var best = 2
  private var longest = 0
  /// Largest `back` of the matches found.
  private var farthest = 0

  /// - Parameter found: Room for `MatchFinder.most`.
  init(
    _ bytes: UnsafePointer<UInt8>, at position: Int, room: Int, behind limit: Int,
    into found: UnsafeMutablePointer<MatchFinder.Match>
  ) {
    (self.bytes, self.position, self.room, self.limit, self.found) = (bytes, position, room, limit, found)
    word = Self.word(bytes, position)
  }

  @inline(__always)
  static func word(_ bytes: UnsafePointer<UInt8>, _ position: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  /// Adds the match at a distance if it is longer than those before and has at least 3 bytes.
  @inline(__always)
  mutating func consider(_ distance: Int) {
    let candidate = position &- distance
    guard candidate >= 0, best < room, bytes[candidate &+ best] == bytes[position &+ best],
      bytes[candidate] == bytes[position], bytes[candidate &+ 1] == bytes[position &+ 1],
      bytes[candidate &+ 2] == bytes[position &+ 2]
    else { return }
    compare(candidate)
  }

  /// Adds the better matches among at most `depth` positions of a chain. Ends at a match of the maximum length, after
  /// which no byte is left to compare.
  @inline(__always)
  mutating func consider(_ chains: HashChains, _ hash: Int, depth: Int) {
    var candidate = chains.last(hash)
    var depth = depth
    while best < room, depth > 0, candidate >= 0, position &- candidate <= DeflateSymbols.window {
      depth &-= 1
      if bytes[candidate &+ best] == bytes[position &+ best], Self.word(bytes, candidate) == word {
        compare(candidate)
      } else if farthest < limit, candidate > farthest,
        bytes[candidate &- farthest &- 1] == bytes[position &- farthest &- 1], Self.word(bytes, candidate) == word
      {
        considerBackwards(candidate)
      }
      let predecessor = chains.predecessor(candidate)
      guard predecessor < candidate else { return }
      candidate = predecessor
    }
  }

  /// Adds the match that continues from the position before, if it is longer than those before.
  mutating func considerCarried(_ distance: Int, length: Int) {
    guard length > best else { return }
    if length == DeflateSymbols.longest &- 1 { return consider(distance) }
    add(position &- distance, min(length, room))
  }

  /// Distance of the longest match; 0 if there is none.
  var bestDistance: Int { count > 0 ? Int(found[longest].distance) &+ 1 : 0 }

  /// Moves the longest match to the end, and returns it.
  mutating func moveLongestToEnd() -> MatchFinder.Match {
    let last = count &- 1
    (found[last], found[longest]) = (found[longest], found[last])
    longest = last
    return found[last]
  }

  /// Adds the match with an earlier position if it is longer than those before.
  @inline(__always)
  private mutating func compare(_ candidate: Int) {
    add(candidate, length(candidate))
  }

  /// Adds a match if it is longer than those before.
  @inline(__always)
  private mutating func add(_ candidate: Int, _ length: Int) {
    guard length > best else { return }
    best = length
    let back = limit > 0 ? back(candidate) : 0
    if count == MatchFinder.most { count &-= 1 }
    longest = count
    append(candidate, length, back, known: 0)
  }

  /// Adds the match with an earlier position if it extends farther backwards than those before.
  private mutating func considerBackwards(_ candidate: Int) {
    let back = back(candidate)
    guard back > farthest, count < MatchFinder.most else { return }
    append(candidate, length(candidate), back, known: farthest)
  }

  private mutating func append(_ candidate: Int, _ length: Int, _ back: Int, known: Int) {
    found[count] = MatchFinder.Match(
      length: UInt16(truncatingIfNeeded: length), distance: UInt16(truncatingIfNeeded: position &- candidate &- 1),
      back: UInt16(truncatingIfNeeded: back), known: UInt16(truncatingIfNeeded: known))
    count &+= 1
    farthest = max(farthest, back)
  }

  /// Number of equal bytes from both positions on, at most `room`.
  private func length(_ candidate: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var length = 0
    while length &+ 8 <= room {
      let difference =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position &+ length, as: UInt64.self))
        ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: candidate &+ length, as: UInt64.self))
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < room, bytes[position &+ length] == bytes[candidate &+ length] { length &+= 1 }
    return length
  }

  /// Number of equal bytes before both positions, at most `limit`.
  private func back(_ candidate: Int) -> Int {
    let limit = min(limit, candidate)
    var length = 0
    while length < limit, bytes[position &- 1 &- length] == bytes[candidate &- 1 &- length] { length &+= 1 }
    return length
  }
}
