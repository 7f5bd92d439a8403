internal import KilnCompression
package import KilnDiagnostics

/// Deflate compressor for rows of drawn pictures, by optimal parsing. Smaller than libdeflate's highest level in half
/// its time, because drawn pictures consist of long runs, inside which no matches are searched.
///
/// The picture is compressed in parts. Each part is parsed several times; each pass uses the symbol costs of the pass
/// before. A part is merged into the block before it where that is smaller. Large pictures are split into bands, which
/// can be compressed on several threads. The result depends neither on the threads nor on the version of libdeflate.
package struct PictureDeflater: ~Copyable {
  /// Effort of the search for the cheapest sequence.
  package struct Effort: Sendable, Hashable {
    /// Maximum number of positions of a hash chain that are compared.
    var depth: Int
    /// Length from which no matches are searched inside of a match that is not a run.
    var long: Int
    /// `depth` where a long match of the position before continues.
    var depthWhileCarried = Int.max
    /// Number of parsing passes over a part.
    var rounds: Int
    /// Whether a match that continues from the position before is tried in all lengths.
    var triesShorterCarriedMatches = false

    /// As small as libdeflate's level 10, in its time; on a picture that consists of runs, 5 % larger than `normal`.
    package static let light = Effort(depth: 40, long: 32, rounds: 2)
    /// As small as level 12, in half its time.
    package static let normal = Effort(depth: 100, long: .max, depthWhileCarried: 4, rounds: 2)
    /// 1 to 2 % smaller than `normal`, in four times its time.
    package static let strongest = Effort(depth: 1000, long: .max, rounds: 6, triesShorterCarriedMatches: true)
  }

  private let effort: Effort
  private var part: MatchTable
  private var paths: OptimalParser

  /// Maximum number of tokens of a block.
  private static let blockTokens = 400_000
  /// Approximate size of a band in bytes.
  private static let bandBytes = 2 << 20

  /// The bands of a picture of some bytes, from its first byte to its last.
  package static func bands(of count: Int) -> [Range<Int>] {
    let bands = max(1, count / bandBytes)
    return (0..<bands).map { count * $0 / bands..<count * ($0 + 1) / bands }
  }

  /// The Deflate blocks of one band, in their order.
  ///
  /// - Parameters:
  ///   - bytes: The whole picture, less than a gigabyte.
  ///   - pixel: Bytes of a pixel, at least one.
  ///   - line: Bytes of a row, at least one.
  /// - Throws: `work.cancelled`.
  package static func blocks(
    of bytes: [UInt8], in band: Range<Int>, pixel: Int, line: Int, _ effort: Effort
  ) throws(Diagnostic) -> [DeflateBlock] {
    try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
      guard let start = buffer.baseAddress else { return [] }
      let finder = MatchFinder(start, pixel: pixel, line: line, effort)
      var deflater = PictureDeflater(start, band, finder, effort)
      return try deflater.blocks()
    }
  }

  private init(
    _ bytes: UnsafePointer<UInt8>, _ band: Range<Int>, _ finder: consuming MatchFinder, _ effort: Effort
  ) {
    self.effort = effort
    part = MatchTable(finder, band)
    paths = OptimalParser(bytes, longest: part.capacity, triesShorterCarriedMatches: effort.triesShorterCarriedMatches)
  }

  private mutating func blocks() throws(Diagnostic) -> [DeflateBlock] {
    var blocks: [DeflateBlock] = []
    var open = DeflateBlock()
    var expected = Self.initialCounts
    while !part.isLast {
      try checkCancellation()
      part.fill()
      var next = DeflateBlock()
      // The first pass has no counts yet.
      for _ in 0..<(blocks.isEmpty && open.tokens.isEmpty ? max(2, effort.rounds) : effort.rounds) {
        paths.price(expected)
        next = paths.cheapest(part)
        expected = next.counted(with: open)
      }
      if !open.tokens.isEmpty, Self.areSmallerSeparately(open, next) {
        blocks.append(open)
        open = DeflateBlock()
      }
      open.append(next)
    }
    return blocks + [open]
  }

  /// The zlib stream of the blocks of all bands.
  package static func stream(_ bands: [[DeflateBlock]], checksum: UInt32) -> [UInt8] {
    var writer = DeflateBitWriter()
    // Deflate with a window of 32 KiB, at the highest level (RFC 1950).
    writer.append(0x78, bits: 8)
    writer.append(0xDA, bits: 8)
    var open = DeflateBlock()
    for band in bands {
      for (index, block) in band.enumerated() {
        // Blocks of one band stay apart: `blocks()` has compared them.
        if !open.tokens.isEmpty, index > 0 || areSmallerSeparately(open, block) {
          DeflateBlockCodes(open).write(open, isLast: false, to: &writer)
          open = block
        } else {
          open.append(block)
        }
      }
    }
    DeflateBlockCodes(open).write(open, isLast: true, to: &writer)
    writer.finish()
    for shift in [24, 16, 8, 0] { writer.append(Int(checksum >> UInt32(shift) & 255), bits: 8) }
    return writer.bytes
  }

  /// Whether two blocks are smaller separately than merged.
  private static func areSmallerSeparately(_ block: DeflateBlock, _ next: DeflateBlock) -> Bool {
    block.tokens.count > blockTokens || block.counted(with: next).bitCount > block.bitCount + next.bitCount
  }

  /// Symbol counts for the first pass over a picture.
  private static let initialCounts: DeflateBlock = {
    var block = DeflateBlock()
    for symbol in block.literals.indices { block.literals[symbol] = symbol < 256 ? 4 : symbol == 256 ? 0 : 8 }
    block.literals[0] = 40
    for symbol in block.distances.indices { block.distances[symbol] = 4 }
    return block
  }()
}

extension PictureDeflater.Effort {
  /// The preset for an effort of an encoder.
  init(_ effort: CompressionEffort) {
    switch effort {
    case .quick, .light: self = .light
    case .normal: self = .normal
    case .strongest: self = .strongest
    }
  }
}
