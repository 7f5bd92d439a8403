/// Encoded lengths of a prefix code (WebP lossless specification, 5.2.1).
///
/// Uses memory of `VP8LCodeScratchMemory` until the next header is made.
struct VP8LCodeHeader {
  /// Code length symbols: 0…15 are lengths, 16 repeats the one before, 17 and 18 are runs of zeros.
  private static let symbolCount = 19
  /// The order in which the lengths of these symbols' own codes are written.
  private static let order: [Int] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
  private static let maximumLength = 7

  /// Used symbols, where so few are used that they are listed.
  private var listed: (count: Int, first: Int, second: Int)?
  /// Code length symbols, with the value of their extra bits from bit 8 on.
  private let runs: UnsafeMutablePointer<UInt16>
  private var runCount = 0
  /// Lengths of the codes of these symbols.
  private var lengths: UnsafeMutablePointer<UInt8>
  /// Whether zeros at the end are left out.
  private var isTrimmed = false
  /// Bits of the header.
  private(set) var bitCount = 0

  /// The header of a code with some lengths.
  init(_ codeLengths: UnsafePointer<UInt8>, _ count: Int, memory: inout VP8LCodeScratchMemory) {
    runs = memory.runs.pointer(for: count)
    lengths = memory.header.pointer(for: 2 * Self.symbolCount)
    listed = Self.listed(codeLengths, count)
    if let listed {
      bitCount = 3 + (listed.first > 1 ? 8 : 1) + (listed.count > 1 ? 8 : 0)
      return
    }
    addRuns(of: codeLengths, count)
    let whole = bits(of: runCount, into: lengths, &memory)
    bitCount = whole + 1
    var trimmedCount = runCount
    while trimmedCount > 0, runs[trimmedCount - 1] & 255 == 0 || runs[trimmedCount - 1] & 255 > 16 { trimmedCount -= 1 }
    guard trimmedCount >= 2, trimmedCount < runCount else { return }
    let other = lengths + Self.symbolCount
    let trimmed = bits(of: trimmedCount, into: other, &memory) + 4 + Self.countBits(trimmedCount)
    if trimmed < bitCount { (bitCount, runCount, lengths, isTrimmed) = (trimmed, trimmedCount, other, true) }
  }

  /// At most two used symbols below 256; nil for all other codes.
  private static func listed(
    _ lengths: UnsafePointer<UInt8>, _ count: Int
  ) -> (count: Int, first: Int, second: Int)? {
    let first = VP8LSparse.firstUsed(lengths, from: 0, count)
    if first == count { return (0, 0, 0) }
    let second = VP8LSparse.firstUsed(lengths, from: first + 1, count)
    if second == count { return first > 255 ? nil : (1, first, 0) }
    let third = VP8LSparse.firstUsed(lengths, from: second + 1, count)
    return third < count || second > 255 ? nil : (2, first, second)
  }

  // MARK: - Runs

  private mutating func addRuns(of lengths: UnsafePointer<UInt8>, _ count: Int) {
    // Length that a first repetition would repeat.
    var last: UInt8 = 8
    var symbol = 0
    while symbol < count {
      let used = VP8LSparse.firstUsed(lengths, from: symbol, count)
      addZeros(used - symbol)
      symbol = used
      if symbol == count { return }
      let length = lengths[symbol]
      var run = 1
      while symbol + run < count, lengths[symbol + run] == length { run += 1 }
      symbol += run
      if length != last {
        add(UInt16(length))
        run -= 1
      }
      addRepetitions(of: length, run)
      last = length
    }
  }

  private mutating func addZeros(_ count: Int) {
    var rest = count
    while rest > 10 {
      let run = min(rest, 138)
      add(18 | UInt16(run - 11) << 8)
      rest -= run
    }
    if rest > 2 {
      add(17 | UInt16(rest - 3) << 8)
    } else {
      for _ in 0..<rest { add(0) }
    }
  }

  private mutating func addRepetitions(of length: UInt8, _ count: Int) {
    var rest = count
    while rest > 2 {
      let run = min(rest, 6)
      add(16 | UInt16(run - 3) << 8)
      rest -= run
    }
    for _ in 0..<rest { add(UInt16(length)) }
  }

  @inline(__always)
  private mutating func add(_ run: UInt16) {
    runs[runCount] = run
    runCount &+= 1
  }

  @inline(__always)
  private static func extraBitCount(_ symbol: Int) -> Int { symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7 }

  // MARK: - Size

  /// Finds the lengths of the codes for some runs. Returns the bits of these lengths and the runs.
  private func bits(
    of runCount: Int, into lengths: UnsafeMutablePointer<UInt8>, _ memory: inout VP8LCodeScratchMemory
  ) -> Int {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.symbolCount) { counts in
      counts.initialize(repeating: 0)
      var bits = 0
      for index in 0..<runCount { counts[Int(runs[index] & 255)] &+= 1 }
      guard let base = counts.baseAddress else { return 0 }
      VP8LCodeLengths.find(base, Self.symbolCount, limit: Self.maximumLength, memory: &memory, into: lengths)
      let isAlone = Self.isAlone(lengths)
      for symbol in 0..<Self.symbolCount {
        bits += Int(counts[symbol]) * ((isAlone ? 0 : Int(lengths[symbol])) + Self.extraBitCount(symbol))
      }
      return bits + 5 + 3 * Self.writtenCount(lengths)
    }
  }

  /// Whether only one symbol is used; it takes no bits then.
  private static func isAlone(_ lengths: UnsafeMutablePointer<UInt8>) -> Bool {
    (0..<symbolCount).count { lengths[$0] > 0 } == 1
  }

  /// Number of lengths that are written, in their order.
  private static func writtenCount(_ lengths: UnsafeMutablePointer<UInt8>) -> Int {
    var count = symbolCount
    while count > 4, lengths[order[count - 1]] == 0 { count -= 1 }
    return count
  }

  /// Bits of the number of runs, an even number.
  private static func countBits(_ runCount: Int) -> Int {
    max(2, (Int.bitWidth - (runCount - 2).leadingZeroBitCount + 1) & ~1)
  }

  // MARK: - Writing

  func write(to writer: inout VP8LBitWriter) {
    if let listed { return write(listed, to: &writer) }
    writer.write(0, bits: 1)
    let written = Self.writtenCount(lengths)
    writer.write(UInt32(written - 4), bits: 4)
    for index in 0..<written { writer.write(UInt32(lengths[Self.order[index]]), bits: 3) }
    writer.write(isTrimmed ? 1 : 0, bits: 1)
    if isTrimmed {
      let bits = Self.countBits(runCount)
      writer.write(UInt32((bits - 2) / 2), bits: 3)
      writer.write(UInt32(runCount - 2), bits: bits)
    }
    let isAlone = Self.isAlone(lengths)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.symbolCount) { words in
      guard let base = words.baseAddress else { return }
      VP8LCodeLengths.assignWords(lengths, Self.symbolCount, into: base)
      for index in 0..<runCount {
        let symbol = Int(runs[index] & 255)
        if !isAlone { writer.write(UInt32(base[symbol]), bits: Int(lengths[symbol])) }
        writer.write(UInt32(runs[index] >> 8), bits: Self.extraBitCount(symbol))
      }
    }
  }

  private func write(_ listed: (count: Int, first: Int, second: Int), to writer: inout VP8LBitWriter) {
    writer.write(1, bits: 1)
    writer.write(listed.count > 1 ? 1 : 0, bits: 1)
    writer.write(listed.first > 1 ? 1 : 0, bits: 1)
    writer.write(UInt32(listed.first), bits: listed.first > 1 ? 8 : 1)
    if listed.count > 1 { writer.write(UInt32(listed.second), bits: 8) }
  }
}
