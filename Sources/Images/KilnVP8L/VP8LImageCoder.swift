/// Codes images: parses them, and writes the tokens with their codes.
struct VP8LImageCoder {
  let memory: VP8LScratchMemory

  /// Tokens of the first pass over an image, by default costs.
  ///
  /// - Parameter cacheBits: Size of a cache that is likely.
  func firstTokens(_ image: VP8LImage, _ chains: VP8LHashChains, cacheBits: Int) -> VP8LTokens {
    let costs = VP8LCostModel.typical(
      isPlane: image.isPlane, cacheBits: cacheBits, memory: memory.costs.pointer(for: VP8LAlphabet.stride))
    var parser = VP8LParser(image, chains, costs, .first, memory: memory)
    return parser.parse(memory: memory)
  }

  /// Tokens of pixels without copies.
  private func literalTokens(_ count: Int) -> VP8LTokens {
    let tokens = memory.tokens.pointer(for: count)
    tokens.update(repeating: 0, count: count)
    return VP8LTokens(start: tokens, count: count)
  }

  /// Counts of tokens with the cache that takes the fewest bits, and the estimate of these in 1/4096.
  func bestCounts(
    _ tokens: VP8LTokens, of image: VP8LImage, cacheBits: [Int]
  ) -> (counts: VP8LHistogram, bits: Int) {
    let tables = memory.counts.pointer(for: 2 * VP8LAlphabet.stride)
    var best: (counts: VP8LHistogram, bits: Int)?
    for bits in cacheBits {
      let table = best?.counts.table == tables ? tables + VP8LAlphabet.stride : tables
      let counts = VP8LHistogram.count(
        tokens, of: image, cacheBits: bits, like: best?.counts, memory: memory, into: table)
      let estimate = counts.estimatedBits(memory.logarithms)
      if estimate < best?.bits ?? .max { best = (counts, estimate) }
    }
    return best ?? (VP8LHistogram(cacheBits: 0, memory: tables), 0)
  }

  /// Number of tokens from which on a picture is parsed again. With fewer, that took a fifth of the time and saved 1 to 2 %
  /// of the bytes.
  private static let reparsedTokenCount = 1000
  /// The same for planes: indices of few colours, and alpha channels, which take little time beside their colours.
  private static let reparsedPlaneTokenCount = 200

  /// Writes the picture; a large one is parsed again first, with costs from its first tokens.
  ///
  /// - Parameters:
  ///   - tokens: The first tokens.
  ///   - first: Counts of these tokens.
  func writePicture(
    _ image: VP8LImage, _ chains: VP8LHashChains, _ tokens: VP8LTokens, first: VP8LHistogram,
    to writer: inout VP8LBitWriter
  ) {
    var tokens = tokens
    if tokens.count >= (image.isPlane ? Self.reparsedPlaneTokenCount : Self.reparsedTokenCount) {
      let costs = VP8LCostModel.measured(
        first, memory.logarithms, memory: memory.costs.pointer(for: VP8LAlphabet.stride))
      var parser = VP8LParser(image, chains, costs, .second, memory: memory)
      tokens = parser.parse(memory: memory)
    }
    let bits = first.cacheBits
    let sizes = bits == 0 ? [0] : Array(bits - 1...min(bits + 1, VP8LAlphabet.maximumCacheBits))
    let counts = bestCounts(tokens, of: image, cacheBits: sizes).counts
    let stream = VP8LSymbolStream(tokens, of: image, cacheBits: counts.cacheBits, memory: memory)
    var single = writer
    stream.write(isPicture: true, nil, to: &single)
    if let groups = VP8LPrefixCodeGroups(stream.symbols, single: counts, tiles: stream.tiles, memory: memory) {
      var grouped = writer
      stream.write(isPicture: true, groups, to: &grouped)
      if grouped.bitCount < single.bitCount { single = grouped }
    }
    writer = single
  }

  /// Writes an image that says how the picture is coded.
  func writeSmall(_ words: [UInt32], width: Int, to writer: inout VP8LBitWriter) {
    let memoryWords = memory.words.pointer(for: words.count)
    memoryWords.update(from: words, count: words.count)
    let image = VP8LImage(
      words: memoryWords, width: width, count: words.count,
      findingChanges: memory.changes.pointer(for: words.count + 1))
    // Estimates are too rough for so few symbols.
    var plain = writer
    write(literalTokens(words.count), of: image, to: &plain)
    write(firstTokens(image, VP8LHashChains(image, memory: memory), cacheBits: 0), of: image, to: &writer)
    if plain.bitCount < writer.bitCount { writer = plain }
  }

  private func write(_ tokens: VP8LTokens, of image: VP8LImage, to writer: inout VP8LBitWriter) {
    VP8LSymbolStream(tokens, of: image, cacheBits: 0, memory: memory).write(isPicture: false, nil, to: &writer)
  }
}
