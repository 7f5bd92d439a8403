/// Number of occurrences of the symbols of one group of prefix codes, in the layout of `VP8LAlphabet`.
package struct VP8LHistogram {
  let table: UnsafeMutablePointer<UInt32>
  let cacheBits: Int
  /// Bits that follow symbols of lengths and distances.
  package private(set) var extraBits = 0

  /// Nothing was counted yet.
  ///
  /// - Parameter memory: `VP8LAlphabet.stride` words.
  package init(cacheBits: Int, memory: UnsafeMutablePointer<UInt32>) {
    (table, self.cacheBits) = (memory, cacheBits)
    table.update(repeating: 0, count: VP8LAlphabet.main + VP8LAlphabet.mainCount(cacheBits: cacheBits))
  }

  /// Counts that are there already.
  init(counted table: UnsafeMutablePointer<UInt32>, cacheBits: Int) {
    (self.table, self.cacheBits) = (table, cacheBits)
  }

  @inline(__always)
  package mutating func addLiteral(_ word: UInt32) {
    table[VP8LAlphabet.main &+ Int(word &>> 8 & 255)] &+= 1
    table[VP8LAlphabet.red &+ Int(word &>> 16 & 255)] &+= 1
    table[VP8LAlphabet.blue &+ Int(word & 255)] &+= 1
    table[VP8LAlphabet.alpha &+ Int(word &>> 24)] &+= 1
  }

  @inline(__always)
  mutating func addCached(_ key: Int) { table[VP8LAlphabet.main &+ VP8LAlphabet.firstCacheKey &+ key] &+= 1 }

  @inline(__always)
  mutating func addCopy(length: Int, distanceCode: Int) {
    let (length, distance) = (VP8LPrefixValue(length), VP8LPrefixValue(distanceCode))
    table[VP8LAlphabet.main &+ VP8LAlphabet.firstLength &+ length.symbol] &+= 1
    table[VP8LAlphabet.distance &+ distance.symbol] &+= 1
    extraBits &+= length.extraBitCount &+ distance.extraBitCount
  }

  /// Counts the symbols of a token in a table; not the bits that follow them.
  @inline(__always)
  static func add(_ symbol: VP8LSymbol, to table: UnsafeMutablePointer<UInt32>) {
    table[VP8LAlphabet.main &+ Int(symbol.main)] &+= 1
    if symbol.distance != VP8LSymbol.noDistance {
      table[VP8LAlphabet.distance &+ Int(symbol.distance)] &+= 1
    } else if symbol.isLiteral {
      table[VP8LAlphabet.red &+ Int(symbol.red)] &+= 1
      table[VP8LAlphabet.blue &+ Int(symbol.blue)] &+= 1
      table[VP8LAlphabet.alpha &+ Int(symbol.alpha)] &+= 1
    }
  }

  /// Estimated bits of all symbols, what follows them, and the codes themselves; in 1/4096.
  func estimatedBits(_ logarithms: VP8LLogarithmTable) -> Int {
    var bits = extraBits * VP8LLogarithmTable.one
    for (start, count) in VP8LAlphabet.all(cacheBits: cacheBits) {
      bits += Self.estimatedBits(table + start, count, logarithms)
    }
    return bits
  }

  /// Estimated bits of the symbols of one alphabet and of their code, in 1/4096.
  ///
  /// In the header a used symbol takes about three bits and a gap between two of them seven.
  static func estimatedBits(
    _ counts: UnsafePointer<UInt32>, _ count: Int, _ logarithms: VP8LLogarithmTable
  ) -> Int {
    var (sum, used, gaps, bits, next): (UInt32, Int, Int, Int, Int) = (0, 0, 0, 0, 0)
    VP8LSparse.forEach(counts, count) { symbol in
      let count = counts[symbol]
      gaps &+= symbol == next ? 0 : 1
      next = symbol &+ 1
      used &+= 1
      sum &+= count
      bits &-= Int(count) &* logarithms(count)
    }
    bits &+= Int(sum) &* logarithms(sum)
    let header = used <= 2 ? 4 + 8 * used : 25 + 3 * used + 7 * gaps
    return bits &+ header &* VP8LLogarithmTable.one
  }
}

extension VP8LHistogram {
  /// Counts the symbols of tokens exactly.
  ///
  /// - Parameter other: Counts of the same tokens with another cache, if there are some.
  package static func count(
    _ tokens: VP8LTokens, of image: VP8LImage, cacheBits: Int, like other: VP8LHistogram?, memory: VP8LScratchMemory,
    into table: UnsafeMutablePointer<UInt32>
  ) -> VP8LHistogram {
    var counts = VP8LHistogram(cacheBits: cacheBits, memory: table)
    if let other {
      counts.copyCopies(of: other)
    } else {
      counts.addCopies(of: tokens, VP8LDistanceCodes(width: image.width, table: memory.neighborCodes))
    }
    guard cacheBits > 0 else {
      forEachLiteral(tokens) { counts.addLiteral(image.words[$0]) }
      return counts
    }
    var cache = VP8LColorCache(bits: cacheBits, image: image, memory: memory.cache.pointer(for: 1 << cacheBits))
    forEachLiteral(tokens) { position in
      if let key = cache.key(at: position) {
        counts.addCached(key)
      } else {
        counts.addLiteral(image.words[position])
      }
    }
    return counts
  }

  /// Counts the copies among tokens.
  mutating func addCopies(of tokens: VP8LTokens, _ codes: VP8LDistanceCodes) {
    for token in tokens where token != 0 {
      addCopy(length: VP8LToken.length(token), distanceCode: codes.code(VP8LToken.distance(token)))
    }
  }

  /// Copies the counts of lengths and distances from another histogram.
  mutating func copyCopies(of other: VP8LHistogram) {
    let lengths = VP8LAlphabet.main + VP8LAlphabet.firstLength
    (table + lengths).update(from: other.table + lengths, count: 24)
    (table + VP8LAlphabet.distance).update(from: other.table + VP8LAlphabet.distance, count: 40)
    extraBits = other.extraBits
  }

  /// Number of pixels that are no copies.
  static func literalCount(_ tokens: VP8LTokens) -> Int { tokens.count { $0 == 0 } }

  @inline(__always)
  static func forEachLiteral(_ tokens: VP8LTokens, _ body: (Int) -> Void) {
    var position = 0
    for token in tokens {
      if token == 0 {
        body(position)
        position &+= 1
      } else {
        position &+= VP8LToken.length(token)
      }
    }
  }
}
