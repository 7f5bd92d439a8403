/// Repetitions in pictures' rows: at each place some that get longer, the nearest of each length.
///
/// Drawn pictures consist of runs of one colour and of edges between them. A long run is passed over, so that time goes
/// into the edges. A repetition that is found behind it is extended back into it: a repetition of the end of a run, the
/// edge and the start of the next run is found at the edge. Places in runs are looked up by the rest of the run, too,
/// because millions of others begin with the same bytes.
struct RepetitionFinder: ~Copyable {
  /// A repetition.
  struct Repetition: BitwiseCopyable {
    var length: UInt16
    /// Its distance less 1.
    var distance: UInt16
    /// Number of equal bytes before the place, as far as they were compared.
    var back: UInt16
    /// Number of these bytes that a nearer repetition covers, too.
    var known: UInt16
  }

  private let bytes: UnsafePointer<UInt8>
  /// Place behind the last byte that a repetition may cover.
  private var count = 0
  /// Distances that pictures have: of the pixel to the left, and of the row above.
  private let pixel: Int
  private let line: Int
  private let effort: PictureDeflater.Effort
  /// Places by their first four bytes; of runs only where one starts or ends.
  private let edges = PlaceChains()
  /// Places in runs by their first four bytes and what is left of the run. Only a run that ends equally far away can be
  /// repeated beyond its end.
  private let runs = PlaceChains()
  /// The last place with some hash of three bytes.
  private let shortHeads: UnsafeMutablePointer<Int32>
  /// End of the run in which the last place is: the first place that is not like the pixel before it.
  private var runEnd = 0
  /// The longest repetition at the last place: how far it goes, and its distance.
  private var carried = (place: -1, length: 0, distance: 0)

  /// Length from which a run is passed over, and at which one stops what is passed over.
  static let long = 32
  /// Length from which a repetition that goes on at the next place is taken there, too, with little search for others.
  private static let longCarried = 64
  /// Most repetitions that are found at one place.
  static let most = 32
  /// Places at the end of a repetition that are looked at nevertheless, because what begins there and goes a byte further
  /// is not found behind it.
  static let tail = 3
  private static let shortHashBits: UInt32 = 14
  /// Places at the end of a run that may be repeated as a whole.
  private static let runTail = DeflateSymbols.longest
  /// Most bytes of a run that are counted.
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

  /// Sets where repetitions are looked for, and notes the places in the window before.
  ///
  /// - Parameter scratch: Room for `most`.
  mutating func begin(_ band: Range<Int>, scratch: UnsafeMutablePointer<Repetition>) {
    // Only places before the band are noted.
    count = band.lowerBound
    var place = max(0, band.lowerBound &- DeflateSymbols.window)
    while place < band.lowerBound { place = find(at: place, behind: 0, into: scratch).next }
    count = band.upperBound
    (runEnd, carried) = (0, (-1, 0, 0))
  }

  /// Finds repetitions of what begins at a place, and notes the places that it passes.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of bytes that repetitions extend back; 0 unless those before the place were passed over.
  ///   - found: Room for `most`. If something is passed over, the last repetition is the longest.
  /// - Returns: Number of repetitions, and the next place to look at: the following one, or one near the end of
  ///   the bytes that are passed over.
  mutating func find(
    at place: Int, behind limit: Int, into found: UnsafeMutablePointer<Repetition>
  ) -> (count: Int, next: Int) {
    let room = min(DeflateSymbols.longest, count &- place)
    guard room >= 4 else { return (0, place &+ 1) }
    var search = RepetitionSearch(bytes, at: place, room: room, behind: limit, into: found)
    search.consider(1)
    if pixel != 1, pixel <= DeflateSymbols.window { search.consider(pixel) }
    if search.best < 3 {
      let short = Int(shortHeads[Self.shortHash(search.word)])
      if short >= 0, place &- short <= DeflateSymbols.window { search.consider(place &- short) }
    }
    let rest = restOfRun(at: place)
    let goesOn = carried.place == place &- 1 && carried.length > Self.longCarried
    let depth = goesOn ? min(effort.depth, effort.carriedDepth) : effort.depth
    if rest < runLength || isStart(place) {
      search.consider(edges, PlaceChains.hash(search.word), depth: depth)
    }
    if rest >= runLength { search.consider(runs, PlaceChains.hash(search.word, rest), depth: depth) }
    if goesOn, effort.carriedDepth < effort.depth {
      search.goOn(carried.distance, length: carried.length &- 1)
    } else if line <= DeflateSymbols.window {
      search.consider(line)
    }
    carried = (place, search.best, search.bestDistance)
    guard search.best >= min(Self.long, effort.long) else {
      note(place)
      return (search.count, place &+ 1)
    }
    let longest = search.putLongestLast()
    let next = place &+ Int(longest.length) &- Self.tail
    // With a period of at most 8 bytes: one colour, or a short pattern.
    if longest.distance < 8 {
      noteRun(place, next)
      return (search.count, next)
    }
    guard search.best >= effort.long else {
      note(place)
      return (search.count, place &+ 1)
    }
    return (search.count, notePassed(place, next))
  }

  /// Length from which what is like the pixel before it is a run.
  private var runLength: Int { pixel &+ 4 }

  /// Whether what begins at a place is not like the pixel before it.
  @inline(__always)
  private func isStart(_ place: Int) -> Bool {
    place < pixel || RepetitionSearch.word(bytes, place) != RepetitionSearch.word(bytes, place &- pixel)
  }

  /// Number of bytes from a place to the end of the run that begins there or before it.
  @inline(__always)
  private mutating func restOfRun(at place: Int) -> Int {
    if runEnd < place &+ pixel {
      runEnd = min(count, place &+ pixel)
      let farthest = min(count, place &+ Self.longestRun)
      while runEnd < farthest, bytes[runEnd] == bytes[runEnd &- pixel] { runEnd &+= 1 }
    }
    return runEnd &- place
  }

  /// Notes those places of a run that may be repeated.
  private mutating func noteRun(_ place: Int, _ next: Int) {
    let end = min(next, count &- 3)
    for passed in place..<max(place, min(place &+ 4, end)) { note(passed) }
    // From farther away the end of the run is not reached.
    let rest = max(place &+ 4, max(next, place &+ restOfRun(at: place)) &- Self.runTail)
    for passed in rest..<max(rest, end) { note(passed) }
  }

  /// Notes the places of a repetition up to the next long run in it.
  ///
  /// - Returns: Start of that run, or `next`.
  private mutating func notePassed(_ place: Int, _ next: Int) -> Int {
    note(place)
    for passed in place &+ 1..<max(place &+ 1, min(next, count &- 3)) {
      if restOfRun(at: passed) >= Self.long, isStart(passed) { return passed }
      note(passed)
    }
    return next
  }

  @inline(__always)
  private mutating func note(_ place: Int) {
    let word = RepetitionSearch.word(bytes, place)
    let rest = restOfRun(at: place)
    if rest < runLength || isStart(place) { edges.note(place, PlaceChains.hash(word)) }
    if rest >= runLength { runs.note(place, PlaceChains.hash(word, rest)) }
    shortHeads[Self.shortHash(word)] = Int32(truncatingIfNeeded: place)
  }

  /// Hash of the first three bytes.
  @inline(__always)
  private static func shortHash(_ word: UInt32) -> Int {
    Int(truncatingIfNeeded: ((word &<< 8) &* 0x9E37_79B1) &>> (32 &- shortHashBits))
  }
}
