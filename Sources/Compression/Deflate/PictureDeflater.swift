/// Deflates rows of pictures: the cheapest sequence of literals and repetitions, smaller than by libdeflate's highest level
/// and in half its time, because what is drawn consists of long runs, which are passed over.
///
/// The picture is taken in parts. For each the cheapest sequence is searched a few times, every time with the prices of the
/// symbols that the last one used; a part goes into the block before it where that is smaller.
struct PictureDeflater: ~Copyable {
  /// How much is tried.
  struct Effort: Sendable {
    /// Number of places with one hash that are looked at.
    var depth: Int
    /// Length from which a repetition that is no run is passed over.
    var long: Int
    /// How often the cheapest sequence is searched.
    var rounds: Int
    /// Whether what goes on from the place before is tried in all lengths.
    var triesRests = false

    /// Of drawn pictures 1 % larger than libdeflate's level 12, in a ninth of its time.
    static let light = Effort(depth: 40, long: 32, rounds: 1)
    /// 2 % larger than `brief`, in two thirds of its time.
    static let quick = Effort(depth: 16, long: 32, rounds: 1)
    /// 2 % smaller than libdeflate's level 10, in three quarters of its time.
    static let brief = Effort(depth: 40, long: 32, rounds: 2)
    /// 2 % smaller than level 12, in half the time.
    static let normal = Effort(depth: 100, long: .max, rounds: 2)
    /// 2.5 % smaller, in twice the time: as small as zopfli's.
    static let strongest = Effort(depth: 1000, long: .max, rounds: 6, triesRests: true)
  }

  private let count: Int
  private let effort: Effort
  private var part: RepetitionTable
  private var paths: TokenPaths

  /// Most tokens of a block.
  private static let blockTokens = 400_000

  /// A zlib stream.
  ///
  /// - Parameters:
  ///   - pixel: Bytes of a pixel.
  ///   - line: Bytes of a row.
  /// - Returns: Nil if there is nothing, or a gigabyte.
  static func deflate(_ bytes: [UInt8], pixel: Int, line: Int, checksum: UInt32, _ effort: Effort) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count < 1 << 30, pixel > 0, line > 0 else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let finder = RepetitionFinder(start, count: buffer.count, pixel: pixel, line: line, effort)
      var deflater = PictureDeflater(start, count: buffer.count, finder, effort)
      return deflater.stream(checksum: checksum)
    }
  }

  private init(_ bytes: UnsafePointer<UInt8>, count: Int, _ finder: consuming RepetitionFinder, _ effort: Effort) {
    (self.count, self.effort) = (count, effort)
    part = RepetitionTable(finder, count: count)
    paths = TokenPaths(bytes, longest: part.capacity, triesRests: effort.triesRests)
  }

  private mutating func stream(checksum: UInt32) -> [UInt8] {
    var writer = DeflateBitWriter()
    // Deflate with a window of 32 KiB, at the highest level (RFC 1950).
    writer.append(0x78, bits: 8)
    writer.append(0xDA, bits: 8)
    var open = DeflateBlock()
    var expected = Self.usual
    while part.end < count {
      part.fill()
      var next = DeflateBlock()
      for _ in 0..<effort.rounds {
        paths.price(expected)
        next = paths.cheapest(part)
        expected = next.counted(with: open)
      }
      if !open.tokens.isEmpty, Self.areApart(open, next) {
        DeflateBlockCodes(open).write(open, isLast: false, to: &writer)
        open = DeflateBlock()
      }
      open.append(next)
    }
    DeflateBlockCodes(open).write(open, isLast: true, to: &writer)
    writer.finish()
    for shift in [24, 16, 8, 0] { writer.append(Int(checksum >> UInt32(shift) & 255), bits: 8) }
    return writer.bytes
  }

  /// Whether two blocks are smaller than both as one.
  private static func areApart(_ block: DeflateBlock, _ next: DeflateBlock) -> Bool {
    block.tokens.count > blockTokens || block.counted(with: next).bitCount > block.bitCount + next.bitCount
  }

  /// Counts to begin with.
  private static let usual: DeflateBlock = {
    var block = DeflateBlock()
    for symbol in block.literals.indices { block.literals[symbol] = symbol < 256 ? 4 : symbol == 256 ? 0 : 8 }
    block.literals[0] = 40
    for symbol in block.distances.indices { block.distances[symbol] = 4 }
    return block
  }()
}
