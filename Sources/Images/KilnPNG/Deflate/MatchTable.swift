/// The matches of one part of a picture.
struct MatchTable: ~Copyable {
  /// A position at which matches were searched.
  struct Item: BitwiseCopyable {
    /// Counted from the start of the part.
    var position: Int32
    var firstMatch: Int32
    var count: Int32
    /// Length of the last match if its bytes are skipped; else 0.
    var skipped: Int32
    /// Whether the bytes before the position were skipped.
    var isBehind: Bool
  }

  private var finder: MatchFinder
  /// End of the last part.
  private let bandEnd: Int
  /// Start of the part, and of the next one.
  private(set) var start: Int
  private(set) var end: Int
  let items: UnsafeMutablePointer<Item>
  private(set) var itemCount = 0
  let matches: UnsafeMutablePointer<MatchFinder.Match>
  private var matchCount = 0

  /// Maximum number of items and of bytes of a part.
  private static let partItems = 1 << 15
  private static let partBytes = 1 << 20

  /// Maximum number of bytes of a part.
  let capacity: Int

  /// - Parameter band: The bytes that are split into parts.
  init(_ finder: consuming MatchFinder, _ band: Range<Int>) {
    self.finder = finder
    bandEnd = band.upperBound
    (start, end) = (band.lowerBound, band.lowerBound)
    capacity = min(Self.partBytes, band.count)
    let most = min(Self.partItems, band.count)
    items = .allocate(capacity: most + DeflateSymbols.longest)
    matches = .allocate(capacity: max(1, most) * MatchFinder.most)
    self.finder.begin(band, scratch: matches)
  }

  deinit {
    items.deallocate()
    matches.deallocate()
  }

  /// Whether the part is the last one.
  var isLast: Bool { end == bandEnd }

  /// Finds the matches of the next part.
  mutating func fill() {
    start = end
    (itemCount, matchCount) = (0, 0)
    var position = start
    /// End of the skipped bytes.
    var skippedEnd = start - 1
    // The last match may extend beyond the part.
    while position < bandEnd, itemCount < Self.partItems, position - start < Self.partBytes - DeflateSymbols.longest {
      let isBehind = position <= skippedEnd
      let limit = isBehind ? min(DeflateSymbols.longest &- 3, position &- start) : 0
      let found = matches + matchCount
      let (foundCount, next) = finder.find(at: position, behind: limit, into: found)
      let skipped = next == position &+ 1 ? 0 : Int(found[foundCount &- 1].length)
      append(position, foundCount, skipped: skipped, isBehind: isBehind)
      if skipped > 0 { skippedEnd = max(skippedEnd, position &+ skipped) }
      position = next
    }
    // The end of the last match, if its bytes were skipped.
    while position < skippedEnd {
      append(position, 0, skipped: 0, isBehind: false)
      position += 1
    }
    end = position
  }

  private mutating func append(_ position: Int, _ foundCount: Int, skipped: Int, isBehind: Bool) {
    items[itemCount] = Item(
      position: Int32(truncatingIfNeeded: position &- start), firstMatch: Int32(truncatingIfNeeded: matchCount),
      count: Int32(truncatingIfNeeded: foundCount), skipped: Int32(truncatingIfNeeded: skipped), isBehind: isBehind)
    itemCount += 1
    matchCount += foundCount
  }
}
