/// Finds the transform and the cache with which the tokens of an image take the fewest bits.
struct VP8LEntropyAnalysis {
  /// Transform of the colours.
  enum Transform {
    case none, subtractGreen, palette
  }

  private(set) var transform = Transform.none
  private(set) var cacheBits = 0
  private var least = Int.max

  /// - Parameter palette: The colours, if they are few.
  init(_ tokens: VP8LTokens, of image: VP8LImage, palette: VP8LPalette?, memory: VP8LScratchMemory) {
    let tables = memory.counts.pointer(for: 3 * VP8LAlphabet.stride)
    var copies = VP8LHistogram(cacheBits: 0, memory: tables + 2 * VP8LAlphabet.stride)
    copies.addCopies(of: tokens, VP8LDistanceCodes(width: image.width, table: memory.neighborCodes))
    // A large cache takes a long header.
    let sizes = tokens.count < 1000 ? [0, 5] : [0, 5, 8, 10]
    for bits in sizes {
      var plain = VP8LHistogram(cacheBits: bits, memory: tables)
      var greenless = VP8LHistogram(cacheBits: bits, memory: tables + VP8LAlphabet.stride)
      plain.copyCopies(of: copies)
      greenless.copyCopies(of: copies)
      let add = { (position: Int) in
        let word = image.words[position]
        plain.addLiteral(word)
        greenless.addLiteral(VP8LPixel.subtractingGreen(word))
      }
      if bits > 0 {
        var cache = VP8LColorCache(bits: bits, image: image, memory: memory.cache.pointer(for: 1 << bits))
        VP8LHistogram.forEachLiteral(tokens) { position in
          if let key = cache.key(at: position) {
            // The keys of other colours differ, but are about as frequent.
            plain.addCached(key)
            greenless.addCached(key)
          } else {
            add(position)
          }
        }
      } else {
        VP8LHistogram.forEachLiteral(tokens, add)
      }
      consider(.none, bits, plain.estimatedBits(memory.logarithms))
      consider(.subtractGreen, bits, greenless.estimatedBits(memory.logarithms))
    }
    if let palette { consider(palette, tokens, of: image, copies, tables, memory: memory) }
  }

  private mutating func consider(_ transform: Transform, _ cacheBits: Int, _ bits: Int) {
    if bits < least { (self.transform, self.cacheBits, least) = (transform, cacheBits, bits) }
  }

  /// - Parameters:
  ///   - copies: Counts of the copies among the tokens.
  ///   - table: Memory for other counts.
  private mutating func consider(
    _ palette: VP8LPalette, _ tokens: VP8LTokens, of image: VP8LImage, _ copies: VP8LHistogram,
    _ table: UnsafeMutablePointer<UInt32>, memory: VP8LScratchMemory
  ) {
    let stored = palette.estimatedBits(memory: memory)
    var counts = VP8LHistogram(cacheBits: 0, memory: table)
    counts.copyCopies(of: copies)
    VP8LHistogram.forEachLiteral(tokens) { counts.addLiteral(0xFF00_0000 | palette.index(of: image.words[$0]) << 8) }
    // The palette will be ordered, and the parser then takes fewer bits than estimated here.
    consider(.palette, 0, (stored + counts.estimatedBits(memory.logarithms)) * 95 / 100)
  }
}
