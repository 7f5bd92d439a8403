/// Tokens (literals and matches) of one Deflate block, with the counts of their symbols.
package struct DeflateBlock {
  /// Each token in one word: a literal is its byte; a match is its length in bits 0 to 8 and its distance above them.
  var tokens: [UInt32] = []
  var literals = [UInt32](repeating: 0, count: DeflateSymbols.literalCount)
  var distances = [UInt32](repeating: 0, count: DeflateSymbols.distanceCount)

  /// Size of the encoded block in bits.
  var bitCount: Int { DeflateBlockCodes(self).bitCount(self) }

  /// Appends the tokens of another block.
  mutating func append(_ other: DeflateBlock) {
    tokens += other.tokens
    for symbol in literals.indices { literals[symbol] += other.literals[symbol] }
    for symbol in distances.indices { distances[symbol] += other.distances[symbol] }
  }

  /// The counts of both blocks together, without tokens.
  func counted(with other: DeflateBlock) -> DeflateBlock {
    var sum = DeflateBlock()
    for symbol in literals.indices { sum.literals[symbol] = literals[symbol] + other.literals[symbol] }
    for symbol in distances.indices { sum.distances[symbol] = distances[symbol] + other.distances[symbol] }
    return sum
  }
}

/// The Huffman codes of a block and their encoding in its header (RFC 1951, 3.2.7).
struct DeflateBlockCodes {
  private let literals: HuffmanCode
  private let distances: HuffmanCode
  /// Number of code lengths that the header holds, for each code.
  private var literalCount = DeflateSymbols.literalCount
  private var distanceCount = DeflateSymbols.distanceCount
  /// Run-length encoded lengths of both codes: symbols 0 to 18, each with the value of its extra bits.
  private var runs: [(symbol: Int, value: Int)] = []
  private let runCode: HuffmanCode
  /// Number of lengths of the code of `runs` that the header holds.
  private var runCodeCount = 19

  private static let runOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The optimal codes of a block, or nearly optimal ones.
  init(_ block: DeflateBlock) {
    let exact = DeflateBlockCodes(block.literals, block.distances)
    let level = DeflateBlockCodes(
      Self.smoothedForRunLengths(block.literals), Self.smoothedForRunLengths(block.distances))
    self = level.bitCount(block) < exact.bitCount(block) ? level : exact
  }

  private init(_ literalCounts: [UInt32], _ distanceCounts: [UInt32]) {
    var counts = literalCounts
    counts[DeflateSymbols.end] = 1
    literals = HuffmanCode(counts, limit: 15)
    distances = HuffmanCode(distanceCounts, limit: 15)
    while literalCount > 257, literals.lengths[literalCount - 1] == 0 { literalCount -= 1 }
    while distanceCount > 1, distances.lengths[distanceCount - 1] == 0 { distanceCount -= 1 }
    runs = Self.runs(of: Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount]))
    var runCounts = [UInt32](repeating: 0, count: 19)
    for run in runs { runCounts[run.symbol] += 1 }
    runCode = HuffmanCode(runCounts, limit: 7)
    while runCodeCount > 4, runCode.lengths[Self.runOrder[runCodeCount - 1]] == 0 { runCodeCount -= 1 }
  }

  /// Counts in which similar neighbours are replaced by their mean, so that their codes have equal lengths and the
  /// header is short.
  private static func smoothedForRunLengths(_ counts: [UInt32]) -> [UInt32] {
    var result = counts
    var start = 0
    while start < counts.count {
      var (sum, end) = (counts[start], start + 1)
      while end < counts.count, (counts[end] == 0) == (counts[start] == 0) {
        let (mean, count) = (sum / UInt32(end - start), counts[end])
        guard max(count, mean) - min(count, mean) < maximumDifference else { break }
        sum += count
        end += 1
      }
      let size = UInt32(end - start)
      // Shorter runs of lengths save nothing.
      if size >= 4 { for symbol in start..<end { result[symbol] = (sum + size / 2) / size } }
      start = end
    }
    return result
  }

  /// Smallest difference from the mean of its neighbours at which a count is kept. Larger changes cost more in codes
  /// than they save in the header.
  private static let maximumDifference = 4

  private static func runs(of lengths: [UInt8]) -> [(symbol: Int, value: Int)] {
    var runs: [(symbol: Int, value: Int)] = []
    var start = 0
    while start < lengths.count {
      let length = Int(lengths[start])
      var count = lengths[start...].prefix { $0 == lengths[start] }.count
      start += count
      if length > 0 {
        runs.append((length, 0))
        count -= 1
      }
      while count >= 3 {
        let (part, symbol, first) =
          length > 0 ? (min(6, count), 16, 3) : count > 10 ? (min(138, count), 18, 11) : (count, 17, 3)
        runs.append((symbol, part - first))
        count -= part
      }
      runs += repeatElement((symbol: length, value: 0), count: count)
    }
    return runs
  }

  /// Number of extra bits of a symbol of `runs`.
  private static func extraBits(ofRun symbol: Int) -> Int {
    switch symbol {
    case 16: 2
    case 17: 3
    case 18: 7
    default: 0
    }
  }

  /// Size in bits of a block with these codes.
  func bitCount(_ block: DeflateBlock) -> Int {
    var bits = 17 + 3 * runCodeCount + Int(literals.lengths[DeflateSymbols.end])
    for run in runs { bits += Int(runCode.lengths[run.symbol]) + Self.extraBits(ofRun: run.symbol) }
    for symbol in 0..<DeflateSymbols.literalCount {
      // Eight lengths have no extra bits, then four in turn have as many; the last has none.
      let extraBits = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      bits += Int(block.literals[symbol]) * (Int(literals.lengths[symbol]) + extraBits)
    }
    for symbol in 0..<DeflateSymbols.distanceCount {
      bits +=
        Int(block.distances[symbol])
        * (Int(distances.lengths[symbol]) + DeflateSymbols.extraBits(ofDistance: symbol))
    }
    return bits
  }

  /// Writes a block.
  func write(_ block: DeflateBlock, isLast: Bool, to writer: inout DeflateBitWriter) {
    writer.append(isLast ? 1 : 0, bits: 1)
    writer.append(2, bits: 2)
    writer.append(literalCount - 257, bits: 5)
    writer.append(distanceCount - 1, bits: 5)
    writer.append(runCodeCount - 4, bits: 4)
    for symbol in Self.runOrder.prefix(runCodeCount) { writer.append(Int(runCode.lengths[symbol]), bits: 3) }
    let runWords = runCode.words
    for run in runs {
      writer.append(Int(runWords[run.symbol]), bits: Int(runCode.lengths[run.symbol]))
      writer.append(run.value, bits: Self.extraBits(ofRun: run.symbol))
    }
    let (literalWords, distanceWords) = (literals.words, distances.words)
    for token in block.tokens {
      let (value, distance) = (Int(token & 511), Int(token >> 9))
      guard distance > 0 else {
        writer.append(Int(literalWords[value]), bits: Int(literals.lengths[value]))
        continue
      }
      let length = DeflateSymbols.length(value)
      writer.append(Int(literalWords[length.symbol]), bits: Int(literals.lengths[length.symbol]))
      writer.append((value - 3) & (1 << length.extraBits - 1), bits: length.extraBits)
      let symbol = DeflateSymbols.distance(distance)
      writer.append(Int(distanceWords[symbol]), bits: Int(distances.lengths[symbol]))
      let extraBits = DeflateSymbols.extraBits(ofDistance: symbol)
      writer.append((distance - 1) & (1 << extraBits - 1), bits: extraBits)
    }
    writer.append(Int(literalWords[DeflateSymbols.end]), bits: Int(literals.lengths[DeflateSymbols.end]))
  }
}

/// Writer of bits into bytes, least significant bit first.
struct DeflateBitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// Appends the lowest bits of a value, at most 32.
  mutating func append(_ value: Int, bits: Int) {
    pending |= UInt64(truncatingIfNeeded: value) << UInt64(pendingBits)
    pendingBits += bits
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// Pads the last byte with zeros.
  mutating func finish() {
    if pendingBits > 0 { append(0, bits: 8 - pendingBits) }
  }
}
