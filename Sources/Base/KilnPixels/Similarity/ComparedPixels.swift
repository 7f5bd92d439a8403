/// Blocks in which two pictures of the same size differ, and pixels that either of them shows.
struct ComparedPixels {
  /// Blocks with a pixel that differs.
  private(set) var changed: BlockRows
  /// Blocks with a pixel that is not opaque in both pictures.
  private(set) var translucent: BlockRows
  /// A bit for each pixel that is not transparent in either picture, rows of whole words.
  private(set) var visible: [UInt64]
  /// Number of words of 64 pixels in a row of `visible`; the last one may have bits beyond the picture, which are 0.
  let wordsOfRow: Int

  /// - Precondition: Both have the same size.
  init(_ a: Pixmap, _ b: Pixmap) {
    let (width, height) = (a.width, a.height)
    let words = (width + 63) / 64
    changed = BlockRows(width: width, height: height)
    translucent = changed
    visible = [UInt64](repeating: 0, count: words * height)
    wordsOfRow = words
    a.pixels.withUnsafeBytes { a in
      b.pixels.withUnsafeBytes { b in
        for y in 0..<height {
          for word in 0..<words {
            let end = min(width, (word + 1) * 64)
            var found = Comparison()
            // Most words are empty or filled in both, and need no look at their blocks.
            if end == (word + 1) * 64, found.addIfSimilar(a, b, at: y * width + word * 64) {
              visible[y * words + word] = found.visible
              translucent.insert(found.translucent, from: word * 8, row: y)
              continue
            }
            for start in stride(from: word * 64, to: end, by: BlockRows.columns) {
              found.add(a, b, at: y * width + start, column: start, count: min(end - start, BlockRows.columns))
            }
            visible[y * words + word] = found.visible
            changed.insert(found.changed, from: word * 8, row: y)
            translucent.insert(found.translucent, from: word * 8, row: y)
          }
        }
      }
    }
  }

  /// Comparison of 64 pixels of a row.
  private struct Comparison {
    var visible: UInt64 = 0
    var changed: UInt8 = 0
    var translucent: UInt8 = 0

    /// Adds 64 pixels if they are equal in both pictures and all opaque or all transparent, as most are.
    @inline(__always)
    mutating func addIfSimilar(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, at start: Int) -> Bool {
      var (difference, either, both) = (SIMD8<UInt32>.zero, SIMD8<UInt32>.zero, SIMD8<UInt32>(repeating: .max))
      for block in 0..<8 {
        let first = Self.block(a, at: start + block * BlockRows.columns, count: BlockRows.columns)
        let second = Self.block(b, at: start + block * BlockRows.columns, count: BlockRows.columns)
        difference |= first ^ second
        either |= first
        both &= first
      }
      guard Self.union(difference) == 0 else { return false }
      if Self.union(either) >> 24 == 0 {
        translucent = .max
        return true
      }
      guard Self.union(~both) >> 24 == 0 else { return false }
      visible = .max
      return true
    }

    /// Adds the `count` pixels of a block, the first of which has the number `start` in the picture.
    @inline(__always)
    mutating func add(
      _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, at start: Int, column: Int, count: Int
    ) {
      let (first, second) = (Self.block(a, at: start, count: count), Self.block(b, at: start, count: count))
      let block = UInt8(1) << UInt8(truncatingIfNeeded: column / BlockRows.columns % 8)
      if Self.union(first ^ second) != 0 { changed |= block }
      let hidden = Self.union(~(first & second)) >> 24 & 255
      if hidden != 0 { translucent |= block }
      let either = first | second
      guard Self.union(either) >> 24 != 0 else { return }
      let bit = UInt64(truncatingIfNeeded: column % 64)
      guard hidden != 0 else {
        visible |= ((1 << UInt64(truncatingIfNeeded: count)) - 1) << bit
        return
      }
      for place in 0..<count where either[place] >> 24 > 0 { visible |= 1 << (bit + UInt64(truncatingIfNeeded: place)) }
    }

    /// Eight pixels, the last one repeated.
    @inline(__always)
    private static func block(_ pixels: UnsafeRawBufferPointer, at start: Int, count: Int) -> SIMD8<UInt32> {
      let size = MemoryLayout<UInt32>.size
      if count == BlockRows.columns {
        return pixels.loadUnaligned(fromByteOffset: start * size, as: SIMD8<UInt32>.self)
      }
      var result = SIMD8<UInt32>()
      for place in 0..<BlockRows.columns {
        result[place] = pixels.loadUnaligned(
          fromByteOffset: (start + min(place, count - 1)) * size, as: UInt32.self)
      }
      return result
    }

    /// The bits that any of eight words has.
    @inline(__always)
    private static func union(_ words: SIMD8<UInt32>) -> UInt32 {
      let four = words.lowHalf | words.highHalf
      let two = four.lowHalf | four.highHalf
      return two.x | two.y
    }
  }
}

/// Pixels that are at most some steps along rows and columns from one that is not transparent in either picture.
struct DilatedContent {
  /// A bit for each pixel, rows of whole words.
  private var bits: [UInt64]
  private let wordsOfRow: Int
  /// Number of pixels inside.
  let count: Int

  init(_ pixels: ComparedPixels, width: Int, height: Int, by radius: Int) {
    wordsOfRow = pixels.wordsOfRow
    bits = pixels.visible
    let lastWord: UInt64 = width % 64 == 0 ? .max : (1 << UInt64(width % 64)) - 1
    for _ in 0..<radius { bits = Self.grown(bits, wordsOfRow, height, lastWord) }
    count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// With the four neighbours of each pixel.
  private static func grown(_ bits: [UInt64], _ words: Int, _ height: Int, _ lastWord: UInt64) -> [UInt64] {
    var result = bits
    for y in 0..<height {
      for word in 0..<words {
        let at = y * words + word
        var value = bits[at] << 1 | bits[at] >> 1
        if word > 0 { value |= bits[at - 1] >> 63 }
        if word + 1 < words { value |= bits[at + 1] << 63 }
        if y > 0 { value |= bits[at - words] }
        if y + 1 < height { value |= bits[at + words] }
        result[at] |= word + 1 == words ? value & lastWord : value
      }
    }
    return result
  }

  /// The pixels of a block of a row, the leftmost in the lowest bit.
  @inline(__always)
  func pixels(ofBlock block: Int, row: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: bits[row * wordsOfRow + block / 8] >> UInt64(block % 8 * 8))
  }
}
