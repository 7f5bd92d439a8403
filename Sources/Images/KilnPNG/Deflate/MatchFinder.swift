/// Match finder for rows of pictures: at each position, matches of increasing length, the nearest of each length.
///
/// Drawn pictures consist of runs of one colour and of edges between them. Long runs are skipped, so that time is spent
/// on edges. A match found after a skipped run is extended backwards into it: a match that covers the end of a run, an
/// edge and the start of the next run is found at the edge. Positions inside runs are hashed together with the
/// remaining length of the run, because millions of positions begin with the same bytes.
struct MatchFinder: ~Copyable {
  /// A match: earlier bytes that are equal to those at a position.
  struct Match: BitwiseCopyable {
    var length: UInt16
    /// Distance minus 1.
    var distance: UInt16
    /// Number of equal bytes before the position, as far as they were compared.
    var back: UInt16
    /// Number of bytes of `back` that a nearer match covers, too.
    var known: UInt16
  }

  private let bytes: UnsafePointer<UInt8>
  /// End of the bytes that a match may cover.
  private var count = 0
  /// Usual distances of matches in pictures: to the pixel on the left, and to the row above.
  private let pixel: Int
  private let line: Int
  private let effort: PictureDeflater.Effort
  /// Positions by their first four bytes; inside of runs only the start and the end.
  private let edges = HashChains()
  /// Positions inside of runs by their first four bytes and the remaining length of the run. Only a run with the same
  /// remaining length can match beyond its end.
  private let runs = HashChains()
  /// Latest position of each hash of three bytes.
  private let shortHeads: UnsafeMutablePointer<Int32>
  /// End of the run that contains the last position: the first position that differs from the pixel before it.
  private var runEnd = 0
  /// The longest match of the position before, which may continue here: its length and its distance.
  private var carried = (position: -1, length: 0, distance: 0)

  /// Length from which a run is skipped, and from which a run ends the skipping of a match.
  static let long = 32
  /// Length from which a match that continues at the next position is taken there with a reduced search.
  private static let longCarried = 64
  /// Maximum number of matches at one position.
  static let most = 32
  /// Number of positions at the end of a skipped match that are searched nevertheless: a match that begins there and is
  /// one byte longer is not found after the skipped bytes.
  static let tail = 3
  private static let shortHashBits: UInt32 = 14
  /// Number of positions at the end of a run that can be matched together with what follows.
  private static let runTail = DeflateSymbols.longest
  /// Maximum counted length of a run.
  private static let longestRun = 4096

  /// - Parameters:
  ///   - pixel: Bytes of a pixel.
  ///   - line: Bytes of a row.
  init(_ bytes: UnsafePointer<UInt8>, pixel: Int, line: Int, _ effort: PictureDeflater.Effort) {
    (self.bytes, self.pixel, self.line, self.effort) = (bytes, pixel, line, effort)
    shortHeads = .allocate(capacity: 1 << Int(Self.shortHashBits))
    shortHeads.initialize(repeating: -1, count: 1 << Int(Self.shortHashBits))
  }

  deinit {
    edges.deallocate()
    runs.deallocate()
    shortHeads.deallocate()
  }

  /// Starts a band, and inserts the positions of the window before it.
  ///
  /// - Parameter scratch: Room for `most`.
  mutating func begin(_ band: Range<Int>, scratch: UnsafeMutablePointer<Match>) {
    // Only positions before the band are inserted.
    count = band.lowerBound
    var position = max(0, band.lowerBound &- DeflateSymbols.window)
    while position < band.lowerBound { position = find(at: position, behind: 0, into: scratch).next }
    count = band.upperBound
    (runEnd, carried) = (0, (-1, 0, 0))
  }

  /// Finds the matches at a position, and inserts the positions that it skips.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of bytes that matches extend backwards; 0 unless the bytes before the position were
  ///     skipped.
  ///   - found: Room for `most`. If bytes are skipped, the last match is the longest.
  /// - Returns: Number of matches, and the next position to search: the following one, or one near the end of the
  ///   skipped bytes.
  mutating func find(
    at position: Int, behind limit: Int, into found: UnsafeMutablePointer<Match>
  ) -> (count: Int, next: Int) {
    let room = min(DeflateSymbols.longest, count &- position)
    guard room >= 4 else { return (0, position &+ 1) }
    var search = MatchSearch(bytes, at: position, room: room, behind: limit, into: found)
    search.consider(1)
    if pixel != 1, pixel <= DeflateSymbols.window { search.consider(pixel) }
    if search.best < 3 {
      let short = Int(shortHeads[Self.shortHash(search.word)])
      if short >= 0, position &- short <= DeflateSymbols.window { search.consider(position &- short) }
    }
    let rest = remainingRunLength(at: position)
    let goesOn = carried.position == position &- 1 && carried.length > Self.longCarried
    let depth = goesOn ? min(effort.depth, effort.depthWhileCarried) : effort.depth
    if rest < runLength || isRunStart(position) {
      search.consider(edges, HashChains.hash(search.word), depth: depth)
    }
    if rest >= runLength { search.consider(runs, HashChains.hash(search.word, rest), depth: depth) }
    if goesOn, effort.depthWhileCarried < effort.depth {
      search.considerCarried(carried.distance, length: carried.length &- 1)
    } else if line <= DeflateSymbols.window {
      search.consider(line)
    }
    carried = (position, search.best, search.bestDistance)
    guard search.best >= min(Self.long, effort.long) else {
      insert(position)
      return (search.count, position &+ 1)
    }
    let longest = search.moveLongestToEnd()
    let next = position &+ Int(longest.length) &- Self.tail
    // With a period of at most 8 bytes: one colour, or a short pattern.
    if longest.distance < 8 {
      insertRun(position, next)
      return (search.count, next)
    }
    guard search.best >= effort.long else {
      insert(position)
      return (search.count, position &+ 1)
    }
    return (search.count, insertSkipped(position, next))
  }

  /// Length from which repetitions of one pixel are a run.
  private var runLength: Int { pixel &+ 4 }

  /// Whether a position differs from the pixel before it.
  @inline(__always)
  private func isRunStart(_ position: Int) -> Bool {
    position < pixel || MatchSearch.word(bytes, position) != MatchSearch.word(bytes, position &- pixel)
  }

  /// Number of bytes from a position to the end of the run that begins there or before it.
  @inline(__always)
  private mutating func remainingRunLength(at position: Int) -> Int {
    if runEnd < position &+ pixel {
      runEnd = min(count, position &+ pixel)
      let farthest = min(count, position &+ Self.longestRun)
      while runEnd < farthest, bytes[runEnd] == bytes[runEnd &- pixel] { runEnd &+= 1 }
    }
    return runEnd &- position
  }

  /// Inserts the positions of a run that later matches can use.
  private mutating func insertRun(_ position: Int, _ next: Int) {
    let end = min(next, count &- 3)
    for skipped in position..<max(position, min(position &+ 4, end)) { insert(skipped) }
    // A match from farther away does not reach the end of the run.
    let rest = max(position &+ 4, max(next, position &+ remainingRunLength(at: position)) &- Self.runTail)
    for skipped in rest..<max(rest, end) { insert(skipped) }
  }

  /// Inserts the positions of a skipped match up to the next long run in it.
  ///
  /// - Returns: Start of that run, or `next`.
  private mutating func insertSkipped(_ position: Int, _ next: Int) -> Int {
    insert(position)
    for skipped in position &+ 1..<max(position &+ 1, min(next, count &- 3)) {
      if remainingRunLength(at: skipped) >= Self.long, isRunStart(skipped) { return skipped }
      insert(skipped)
    }
    return next
  }

  @inline(__always)
  private mutating func insert(_ position: Int) {
    let word = MatchSearch.word(bytes, position)
    let rest = remainingRunLength(at: position)
    if rest < runLength || isRunStart(position) { edges.insert(position, HashChains.hash(word)) }
    if rest >= runLength { runs.insert(position, HashChains.hash(word, rest)) }
    shortHeads[Self.shortHash(word)] = Int32(truncatingIfNeeded: position)
  }

  /// Hash of the first three bytes.
  @inline(__always)
  private static func shortHash(_ word: UInt32) -> Int {
    Int(truncatingIfNeeded: ((word &<< 8) &* 0x9E37_79B1) &>> (32 &- shortHashBits))
  }
}
