/// Compresses indices as GIF does (GIF89a, appendix F), with codes of up to 12 bits.
///
/// A pixel may have two indices that show the same; the one that continues a known string is taken.
struct LZWEncoder {
  /// When the table is cleared once it is full.
  enum Clearing: CaseIterable {
    /// Immediately.
    case full
    /// When the strings per code become shorter than they were.
    case declining
  }

  private let codeSize: Int
  private var output: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0
  /// A hash table of strings: the code of the start and the last index, and behind them the string's own code; 0 if free.
  private var strings = [UInt32](repeating: 0, count: 1 << 13)
  private var nextCode = 0
  private var width = 0

  /// - Parameter depth: bits of an index, 1…8
  init(depth: Int) {
    codeSize = max(2, depth)
  }

  private var clearCode: Int { 1 << codeSize }

  /// The compressed indices, with the code size before them and in blocks of at most 255 bytes.
  ///
  /// - Parameters:
  ///   - indices: one for each pixel
  ///   - others: another one that shows the same; equal where there is none
  mutating func encode(_ indices: [UInt8], others: [UInt8], clearing: Clearing) -> [UInt8] {
    output = []
    (bits, bitCount) = (0, 0)
    startTable()
    write(clearCode)
    if let first = indices.first {
      write(finalString(indices, others, first: Int(first), clearing))
      // The table grew by this string, too, as the decoder sees it.
      addString()
    }
    write(clearCode + 1)
    if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
    return blocks
  }

  /// Writes all strings but the last, which is returned.
  private mutating func finalString(
    _ indices: [UInt8], _ others: [UInt8], first: Int, _ clearing: Clearing
  ) -> Int {
    var string = first
    var decline = CompressionDeclineDetector()
    for position in 1..<max(1, indices.count) {
      let (index, other) = (indices[position], others[position])
      let slot = self.slot(of: string, index)
      if strings[slot] != 0 {
        string = Int(strings[slot] & 0xFFF)
        continue
      }
      if other != index, case let second = self.slot(of: string, other), strings[second] != 0 {
        string = Int(strings[second] & 0xFFF)
        continue
      }
      write(string)
      if nextCode < 4096 {
        strings[slot] = UInt32(string) << 20 | UInt32(index) << 12 | UInt32(nextCode)
        addString()
        decline.start(at: position)
      } else if clearing == .full || decline.isDeclining(at: position) {
        write(clearCode)
        startTable()
      }
      string = Int(index)
    }
    return string
  }

  private mutating func startTable() {
    for slot in strings.indices { strings[slot] = 0 }
    nextCode = clearCode + 2
    width = codeSize + 1
  }

  /// Numbers a new string. Codes become a bit longer when the decoder's table needs it, which is one string behind.
  private mutating func addString() {
    guard nextCode < 4096 else { return }
    if nextCode == 1 << width, width < 12 { width += 1 }
    nextCode += 1
  }

  /// The slot of a string that extends another one by an index; a free slot if there is none.
  private func slot(of string: Int, _ index: UInt8) -> Int {
    let key = UInt32(string) << 8 | UInt32(index)
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 19)
    while strings[slot] != 0, strings[slot] >> 12 != key { slot = (slot + 1) & 0x1FFF }
    return slot
  }

  private mutating func write(_ code: Int) {
    bits |= UInt32(code) << UInt32(bitCount)
    bitCount += width
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  private var blocks: [UInt8] {
    var result = [UInt8(codeSize)]
    result.reserveCapacity(output.count + output.count / 255 + 3)
    for start in stride(from: 0, to: output.count, by: 255) {
      let block = output[start..<min(start + 255, output.count)]
      result.append(UInt8(block.count))
      result += block
    }
    return result + [0]
  }
}

/// Detects that the strings of a full table become shorter, so that clearing the table pays.
private struct CompressionDeclineDetector {
  /// Number of codes between two comparisons.
  private static let window = 128
  private var start = 0
  private var codes = 0
  private var best = 0

  /// Starts the first window, while the table is not full yet.
  mutating func start(at position: Int) {
    (start, codes, best) = (position, 0, 0)
  }

  /// Whether the last codes stand for fewer pixels than others did; called once for each code.
  mutating func isDeclining(at position: Int) -> Bool {
    codes += 1
    guard codes == Self.window else { return false }
    let pixels = position - start
    (start, codes) = (position, 0)
    best = max(best, pixels)
    return pixels * 4 < best * 3
  }
}
