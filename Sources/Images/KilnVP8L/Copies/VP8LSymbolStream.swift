/// Tokens of an image as the symbols that are written.
struct VP8LSymbolStream {
  let tokens: VP8LTokens
  let symbols: UnsafeBufferPointer<VP8LSymbol>
  let cacheBits: Int
  let tiles: VP8LPrefixCodeGroups.Tiles
  private let codes: VP8LDistanceCodes
  private let memory: VP8LScratchMemory

  /// Finds the symbols of tokens. Valid until the next stream is made with the same memory.
  init(_ tokens: VP8LTokens, of image: VP8LImage, cacheBits: Int, memory: VP8LScratchMemory) {
    (self.tokens, self.cacheBits, self.memory) = (tokens, cacheBits, memory)
    codes = VP8LDistanceCodes(width: image.width, table: memory.neighborCodes)
    tiles = VP8LPrefixCodeGroups.Tiles(width: image.width, height: image.height)
    let target = memory.symbols.pointer(for: tokens.count)
    symbols = UnsafeBufferPointer(start: target, count: tokens.count)
    if cacheBits > 0 {
      var cache = VP8LColorCache(bits: cacheBits, image: image, memory: memory.cache.pointer(for: 1 << cacheBits))
      fill(target, image) { cache.key(at: $0) }
    } else {
      fill(target, image) { _ in nil }
    }
  }

  @inline(__always)
  private func fill(_ target: UnsafeMutablePointer<VP8LSymbol>, _ image: VP8LImage, key: (Int) -> Int?) {
    var (position, column, row) = (0, 0, 0)
    for index in 0..<tokens.count {
      let token = tokens[index]
      let tile = UInt16(truncatingIfNeeded: (row &>> tiles.bits) &* tiles.wide &+ column &>> tiles.bits)
      var length = 1
      if token != 0 {
        length = VP8LToken.length(token)
        target[index] = copy(token, length, tile: tile)
      } else if let key = key(position) {
        target[index] = VP8LSymbol(
          main: UInt16(truncatingIfNeeded: VP8LAlphabet.firstCacheKey &+ key), distance: VP8LSymbol.noDistance,
          red: 0, blue: 0, alpha: 0, tile: tile)
      } else {
        target[index] = literal(image.words[position], tile: tile)
      }
      position &+= length
      column &+= length
      while column >= image.width {
        column &-= image.width
        row &+= 1
      }
    }
  }

  @inline(__always)
  private func copy(_ token: UInt32, _ length: Int, tile: UInt16) -> VP8LSymbol {
    let main = VP8LAlphabet.firstLength &+ VP8LPrefixValue(length).symbol
    let distance = VP8LPrefixValue(codes.code(VP8LToken.distance(token))).symbol
    return VP8LSymbol(
      main: UInt16(truncatingIfNeeded: main), distance: UInt8(truncatingIfNeeded: distance), red: 0, blue: 0, alpha: 0,
      tile: tile)
  }

  @inline(__always)
  private func literal(_ word: UInt32, tile: UInt16) -> VP8LSymbol {
    VP8LSymbol(
      main: UInt16(truncatingIfNeeded: word >> 8 & 255), distance: VP8LSymbol.noDistance,
      red: UInt8(truncatingIfNeeded: word >> 16), blue: UInt8(truncatingIfNeeded: word),
      alpha: UInt8(truncatingIfNeeded: word >> 24), tile: tile)
  }

  // MARK: - Writing

  /// Writes the size of the cache, the groups of a picture, all codes, and the tokens.
  ///
  /// - Parameters:
  ///   - isPicture: Whether it is the picture and not a small image that says how the picture is coded; only the picture
  ///     may have groups.
  ///   - groups: nil for one group.
  func write(isPicture: Bool, _ groups: VP8LPrefixCodeGroups?, to writer: inout VP8LBitWriter) {
    writer.write(cacheBits > 0 ? 1 : 0, bits: 1)
    if cacheBits > 0 { writer.write(UInt32(cacheBits), bits: 4) }
    if isPicture { writer.write(groups == nil ? 0 : 1, bits: 1) }
    if let groups {
      writer.write(UInt32(groups.tiles.bits - 2), bits: 3)
      VP8LImageCoder(memory: memory.inner).writeSmall(groups.pixels, width: groups.tiles.wide, to: &writer)
    }
    let count = groups?.count ?? 1
    let lengths = memory.codeLengths.pointer(for: count * VP8LAlphabet.stride)
    let words = memory.codeWords.pointer(for: count * VP8LAlphabet.stride)
    writeCodes(groups, count, lengths, words, to: &writer)
    for index in 0..<symbols.count {
      let group = groups.map { Int($0.byTile[Int(symbols[index].tile)]) } ?? 0
      let offset = group &* VP8LAlphabet.stride
      write(symbols[index], tokens[index], lengths + offset, words + offset, to: &writer)
    }
  }

  /// Makes and writes the codes of all groups.
  private func writeCodes(
    _ groups: VP8LPrefixCodeGroups?, _ count: Int, _ lengths: UnsafeMutablePointer<UInt8>,
    _ words: UnsafeMutablePointer<UInt16>,
    to writer: inout VP8LBitWriter
  ) {
    let counts = memory.groupCounts.pointer(for: count * VP8LAlphabet.stride)
    for group in 0..<count { _ = VP8LHistogram(cacheBits: cacheBits, memory: counts + group * VP8LAlphabet.stride) }
    for symbol in symbols {
      let group = groups.map { Int($0.byTile[Int(symbol.tile)]) } ?? 0
      VP8LHistogram.add(symbol, to: counts + group &* VP8LAlphabet.stride)
    }
    for group in 0..<count {
      for (start, symbolCount) in VP8LAlphabet.all(cacheBits: cacheBits) {
        let first = group * VP8LAlphabet.stride + start
        VP8LCodeLengths.findWithHeader(counts + first, symbolCount, memory: &memory.code, into: lengths + first)
        VP8LCodeHeader(lengths + first, symbolCount, memory: &memory.code).write(to: &writer)
        VP8LCodeLengths.assignWords(lengths + first, symbolCount, into: words + first)
        VP8LCodeLengths.clearIfAlone(lengths + first, symbolCount)
      }
    }
  }

  @inline(__always)
  private func write(
    _ symbol: VP8LSymbol, _ token: UInt32, _ lengths: UnsafeMutablePointer<UInt8>,
    _ words: UnsafeMutablePointer<UInt16>, to writer: inout VP8LBitWriter
  ) {
    func write(_ index: Int, _ writer: inout VP8LBitWriter) {
      let length = Int(lengths[index])
      if length > 0 { writer.write(UInt32(words[index]), bits: length) }
    }
    write(VP8LAlphabet.main &+ Int(symbol.main), &writer)
    if token != 0 {
      let length = VP8LPrefixValue(VP8LToken.length(token))
      writer.write(length.extraBits, bits: length.extraBitCount)
      write(VP8LAlphabet.distance &+ Int(symbol.distance), &writer)
      let distance = VP8LPrefixValue(codes.code(VP8LToken.distance(token)))
      writer.write(distance.extraBits, bits: distance.extraBitCount)
    } else if symbol.isLiteral {
      write(VP8LAlphabet.red &+ Int(symbol.red), &writer)
      write(VP8LAlphabet.blue &+ Int(symbol.blue), &writer)
      write(VP8LAlphabet.alpha &+ Int(symbol.alpha), &writer)
    }
  }
}
