import KilnCompression
import KilnPNG
import KilnTestSupport
import Testing

@Suite struct PictureDeflaterTests {
  /// The zlib stream of rows.
  private static func deflate(
    _ rows: [UInt8], pixel: Int, line: Int, effort: PictureDeflater.Effort = .normal
  ) throws -> [UInt8] {
    let bands = try PictureDeflater.bands(of: rows.count).map {
      try PictureDeflater.blocks(of: rows, in: $0, pixel: pixel, line: line, effort)
    }
    return PictureDeflater.stream(bands, checksum: Checksum.adler32(rows))
  }

  /// What rows may be like.
  enum Content: CaseIterable {
    case zeros, noise, runs, slopes, equalRows

    func bytes(_ count: Int) -> [UInt8] {
      var random = SplitMix64(seed: UInt64(count))
      switch self {
      case .zeros: return [UInt8](repeating: 0, count: count)
      case .noise: return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      case .runs:
        var bytes: [UInt8] = []
        while bytes.count < count {
          let color = (0..<4).map { _ in UInt8(truncatingIfNeeded: random.next() & 3) }
          for _ in 0..<random.next() % 90 { bytes += color }
        }
        return Array(bytes.prefix(count))
      case .slopes: return (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 + $0 % 3) }
      case .equalRows:
        let row = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next() & 31) }
        return (0..<count).map { row[$0 % 400] }
      }
    }
  }

  @Test(arguments: Content.allCases, [1, 2, 3, 4, 5, 31, 258, 259, 300, 8191, 70_000])
  func streamsInflateToWhatWentIn(_ content: Content, _ count: Int) throws {
    let bytes = content.bytes(count)
    for (pixel, line) in [(1, 1), (3, 17), (4, 400), (4, 40_000), (40_000, 40_000)] {
      for effort in [PictureDeflater.Effort.light, .normal, .strongest] {
        let stream = try Self.deflate(bytes, pixel: pixel, line: line, effort: effort)
        #expect(try Zlib.inflate(stream, limit: count) == bytes)
      }
    }
  }

  /// Runs of a few values up to the end, where a comparison may look too far. Whatever lies in memory there, the streams
  /// are the same.
  @Test func whatLiesBehindThePictureDoesNotMatter() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<3000 {
      let count = 40 + Int(random.next() % 700)
      var bytes: [UInt8] = []
      while bytes.count < count {
        bytes += repeatElement(UInt8(truncatingIfNeeded: random.next() & 1), count: Int(random.next() % 60))
      }
      let streams = Set(
        try [0, 1].map { (last: UInt8) in
          var longer = bytes.prefix(count) + [last]
          longer.removeLast()
          return try Self.deflate(Array(longer), pixel: 1, line: 20, effort: .light)
        })
      #expect(streams.count == 1)
    }
  }

  /// Disks in rows: runs of all lengths, edges that come again, and rows that are equal.
  private static let disks: [UInt8] = (0..<160).flatMap { y in
    (0..<200).flatMap { x -> [UInt8] in
      let (dx, dy) = (x % 50 - 25, y % 40 - 20)
      let rest = 18 * 18 - dx * dx - dy * dy
      let alpha = UInt8(truncatingIfNeeded: max(0, min(255, 128 + rest * 7)))
      return alpha == 0 ? [0, 0, 0, 0] : [200, UInt8(x / 50 * 60), 40, alpha]
    }
  }

  /// Against libdeflate's level 12. On a small picture the efforts gain less than on a page.
  @Test(arguments: [(PictureDeflater.Effort.light, 1.06), (.normal, 1), (.strongest, 0.95)])
  func drawnPicturesBecomeSmallerWithEffort(_ effort: PictureDeflater.Effort, _ bound: Double) throws {
    let stream = try Self.deflate(Self.disks, pixel: 4, line: 800, effort: effort)
    let other = try Zlib.deflate(Self.disks, level: 12)
    #expect(try Zlib.inflate(stream, limit: Self.disks.count) == Self.disks)
    #expect(Double(stream.count) < bound * Double(other.count), "\(stream.count) of \(other.count)")
  }

  /// More than a band and a part and, with contents of all kinds, several blocks.
  @Test(arguments: [PictureDeflater.Effort.light, .normal])
  func longStreamsInflate(_ effort: PictureDeflater.Effort) throws {
    var bytes: [UInt8] = []
    for round in 0..<3 {
      for content in Content.allCases { bytes += content.bytes(content == .zeros ? 1_500_000 : 90_000 + round) }
    }
    let stream = try Self.deflate(bytes, pixel: 4, line: 400, effort: effort)
    #expect(try Zlib.inflate(stream, limit: bytes.count) == bytes)
    #expect(PictureDeflater.bands(of: bytes.count).count > 1)
  }

  @Test func runsBecomeAsSmallAsByLevelNine() throws {
    let bytes = Content.runs.bytes(400_000)
    let stream = try Self.deflate(bytes, pixel: 4, line: 400)
    let other = try Zlib.deflate(bytes, level: 9)
    #expect(Double(stream.count) < 1.05 * Double(other.count))
  }

  /// Rows of two flat colours whose edge moves: each repeats the end of a run, the edge and the start of the next run.
  @Test func edgesBetweenRunsBecomeAsSmallAsByLevelEleven() throws {
    var bytes: [UInt8] = []
    for row in 0..<600 {
      let edge = 300 + row % 7 * 4 + row / 9
      bytes += [UInt8](repeating: 0, count: edge)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: (row % 5 * 40) + $0 * 29) }
      bytes += [UInt8](repeating: 9, count: 900 - edge)
    }
    let stream = try Self.deflate(bytes, pixel: 4, line: 908)
    let other = try Zlib.deflate(bytes, level: 11)
    #expect(try Zlib.inflate(stream, limit: bytes.count) == bytes)
    #expect(Double(stream.count) < 1.02 * Double(other.count))
  }

  /// Counts like Fibonacci's numbers give the longest words; a code within the limit is complete.
  @Test(arguments: [7, 15]) func wordsAreNotLongerThanTheLimit(_ limit: Int) {
    var counts: [UInt32] = [1, 1]
    while counts.count < 19 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    let code = HuffmanCode(counts + [0], limit: limit)
    #expect(code.lengths.last == 0 && code.lengths.allSatisfy { $0 <= limit })
    #expect(code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (limit - Int($1)) } == 1 << limit)
  }

  @Test func lengthsAndDistancesHaveTheirSymbols() {
    let lengths = [(3, 257, 0), (10, 264, 0), (11, 265, 1), (18, 268, 1), (19, 269, 2), (257, 284, 5), (258, 285, 0)]
    for (length, symbol, bits) in lengths {
      #expect(DeflateSymbols.length(length) == (symbol, bits))
    }
    let distances = [(1, 0, 0), (4, 3, 0), (5, 4, 1), (7, 5, 1), (9, 6, 2), (24577, 29, 13), (32768, 29, 13)]
    for (distance, symbol, bits) in distances {
      #expect(DeflateSymbols.distance(distance) == symbol && DeflateSymbols.extraBits(ofDistance: symbol) == bits)
    }
  }
}
