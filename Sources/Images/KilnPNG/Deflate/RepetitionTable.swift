/// The repetitions of one part of a picture.
struct RepetitionTable: ~Copyable {
  /// A place at which repetitions were looked for.
  struct Item: BitwiseCopyable {
    /// Counted from the start of the part.
    var place: Int32
    var firstRepetition: Int32
    var count: Int32
    /// Length of the last repetition if it is passed over; else 0.
    var passed: Int32
    /// Whether what is before the place was passed over.
    var isBehind: Bool
  }

  private var finder: RepetitionFinder
  /// End of the last part.
  private let bandEnd: Int
  /// Start of the part, and of the next one.
  private(set) var start: Int
  private(set) var end: Int
  let items: UnsafeMutablePointer<Item>
  private(set) var itemCount = 0
  let repetitions: UnsafeMutablePointer<RepetitionFinder.Repetition>
  private var repetitionCount = 0

  /// Most items and bytes of a part.
  private static let partItems = 1 << 15
  private static let partBytes = 1 << 20

  /// Most bytes of a part.
  let capacity: Int

  /// - Parameter band: The bytes that are taken in parts.
  init(_ finder: consuming RepetitionFinder, _ band: Range<Int>) {
    self.finder = finder
    bandEnd = band.upperBound
    (start, end) = (band.lowerBound, band.lowerBound)
    capacity = min(Self.partBytes, band.count)
    let most = min(Self.partItems, band.count)
    items = .allocate(capacity: most + DeflateSymbols.longest)
    repetitions = .allocate(capacity: max(1, most) * RepetitionFinder.most)
    self.finder.begin(band, scratch: repetitions)
  }

  deinit {
    items.deallocate()
    repetitions.deallocate()
  }

  /// Whether the part is the last one.
  var isLast: Bool { end == bandEnd }

  /// Finds the repetitions of the next part.
  mutating func fill() {
    start = end
    (itemCount, repetitionCount) = (0, 0)
    var place = start
    /// End of what was passed over.
    var passedEnd = start - 1
    // The last repetition may go beyond that.
    while place < bandEnd, itemCount < Self.partItems, place - start < Self.partBytes - DeflateSymbols.longest {
      let isBehind = place <= passedEnd
      let limit = isBehind ? min(DeflateSymbols.longest &- 3, place &- start) : 0
      let found = repetitions + repetitionCount
      let (foundCount, next) = finder.find(at: place, behind: limit, into: found)
      let passed = next == place &+ 1 ? 0 : Int(found[foundCount &- 1].length)
      append(place, foundCount, passed: passed, isBehind: isBehind)
      if passed > 0 { passedEnd = max(passedEnd, place &+ passed) }
      place = next
    }
    // The end of the last repetition, if that was passed over.
    while place < passedEnd {
      append(place, 0, passed: 0, isBehind: false)
      place += 1
    }
    end = place
  }

  private mutating func append(_ place: Int, _ foundCount: Int, passed: Int, isBehind: Bool) {
    items[itemCount] = Item(
      place: Int32(truncatingIfNeeded: place &- start), firstRepetition: Int32(truncatingIfNeeded: repetitionCount),
      count: Int32(truncatingIfNeeded: foundCount), passed: Int32(truncatingIfNeeded: passed), isBehind: isBehind)
    itemCount += 1
    repetitionCount += foundCount
  }
}
