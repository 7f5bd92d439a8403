/// Assignment of groups of prefix codes to the tiles of an image (WebP lossless specification, 6.2.2).
package struct VP8LPrefixCodeGroups {
  /// Groups that are tried.
  fileprivate static let maximumCount = 4
  private static let rounds = 3
  /// Tokens for each group, at least: fewer do not pay for the codes.
  private static let leastTokenCount = 400
  private static let maximumTileCount = 1500

  /// Tiles of an image.
  package struct Tiles {
    /// Binary logarithm of the pixels along a side.
    let bits: Int
    let wide: Int
    let high: Int

    package var count: Int { wide * high }

    /// Tiles of 16 pixels, or larger ones if these were many.
    package init(width: Int, height: Int) {
      var bits = 4
      func count(_ length: Int) -> Int { (length - 1) >> bits + 1 }
      while bits < 9, count(width) * count(height) > maximumTileCount { bits += 1 }
      (self.bits, wide, high) = (bits, count(width), count(height))
    }
  }

  let tiles: Tiles
  package let count: Int
  /// Group of each tile.
  package let byTile: UnsafeMutablePointer<UInt8>

  /// Divides tiles such that the symbols take fewer bits than with one group; nil if that does not pay.
  package init?(
    _ symbols: UnsafeBufferPointer<VP8LSymbol>, single: VP8LHistogram, tiles: Tiles, memory: VP8LScratchMemory
  ) {
    guard symbols.count >= 2 * Self.leastTokenCount, tiles.count >= 6, tiles.count <= 0xffff else { return nil }
    var clusters = VP8LHistogramClusters(symbols, tiles: tiles.count, cacheBits: single.cacheBits, memory: memory)
    guard let order = clusters.order(single) else { return nil }
    let whole = single.estimatedBits(memory.logarithms) - single.extraBits * VP8LLogarithmTable.one
    var least = whole - whole / 200
    var isFound = false
    self.tiles = tiles
    byTile = memory.tileGroups.pointer(for: 2 * tiles.count)
    for count in 2...Self.maximumCount where symbols.count >= count * Self.leastTokenCount {
      clusters.divide(order, into: count, rounds: Self.rounds)
      let bits = clusters.estimatedBits(count)
      guard bits < least else { continue }
      (least, isFound) = (bits, true)
      byTile.update(from: clusters.groups, count: tiles.count)
    }
    guard isFound else { return nil }
    count = Self.renumber(byTile, tiles.count)
    if count < 2 { return nil }
  }

  /// Numbers the groups in the order in which they are used first, because a decoder takes the highest number for their
  /// count. Returns how many there are.
  private static func renumber(_ groups: UnsafeMutablePointer<UInt8>, _ tileCount: Int) -> Int {
    var order: [UInt8] = []
    for tile in 0..<tileCount {
      if let number = order.firstIndex(of: groups[tile]) {
        groups[tile] = UInt8(truncatingIfNeeded: number)
      } else {
        order.append(groups[tile])
        groups[tile] = UInt8(truncatingIfNeeded: order.count - 1)
      }
    }
    return order.count
  }

  /// The groups as pixels of an image with one pixel a tile.
  var pixels: [UInt32] { (0..<tiles.count).map { 0xFF00_0000 | UInt32(byTile[$0]) << 8 } }
}

/// Divides tiles into groups with similar symbols (k-means by code length).
private struct VP8LHistogramClusters {
  private let symbols: UnsafeBufferPointer<VP8LSymbol>
  private let tileCount: Int
  private let cacheBits: Int
  private let logarithms: VP8LLogarithmTable
  private let counts: UnsafeMutablePointer<UInt32>
  private let costs: UnsafeMutablePointer<UInt16>
  private let tileCosts: UnsafeMutablePointer<UInt32>
  /// Symbols in each tile.
  private let tileSizes: UnsafeMutablePointer<UInt32>
  let groups: UnsafeMutablePointer<UInt8>

  init(_ symbols: UnsafeBufferPointer<VP8LSymbol>, tiles: Int, cacheBits: Int, memory: VP8LScratchMemory) {
    (self.symbols, tileCount, self.cacheBits) = (symbols, tiles, cacheBits)
    logarithms = memory.logarithms
    counts = memory.groupCounts.pointer(for: VP8LPrefixCodeGroups.maximumCount * VP8LAlphabet.stride)
    costs = memory.groupCosts.pointer(for: VP8LPrefixCodeGroups.maximumCount * VP8LAlphabet.stride)
    tileCosts = memory.tileCosts.pointer(for: (VP8LPrefixCodeGroups.maximumCount + 1) * tiles)
    tileSizes = tileCosts + VP8LPrefixCodeGroups.maximumCount * tiles
    groups = memory.tileGroups.pointer(for: 2 * tiles) + tiles
  }

  private func counts(_ group: Int) -> UnsafeMutablePointer<UInt32> { counts + group * VP8LAlphabet.stride }
  private func costs(_ group: Int) -> UnsafeMutablePointer<UInt16> { costs + group * VP8LAlphabet.stride }

  /// Tiles with symbols by their mean cost; nil if they are too few.
  mutating func order(_ single: VP8LHistogram) -> [Int]? {
    let costs = VP8LCostModel.measured(single, logarithms, memory: costs)
    tileCosts.update(repeating: 0, count: tileCount)
    tileSizes.update(repeating: 0, count: tileCount)
    for symbol in symbols {
      let tile = Int(symbol.tile)
      tileCosts[tile] &+= UInt32(truncatingIfNeeded: costs.symbol(symbol))
      tileSizes[tile] &+= 1
    }
    var order: [UInt64] = []
    for tile in 0..<tileCount where tileSizes[tile] > 0 {
      order.append(UInt64(tileCosts[tile] / tileSizes[tile]) << 32 | UInt64(tile))
    }
    guard order.count >= 6 else { return nil }
    order.sort()
    return order.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// Divides tiles, which first are put into groups of the same size.
  mutating func divide(_ order: [Int], into count: Int, rounds: Int) {
    groups.update(repeating: 0, count: tileCount)
    for (index, tile) in order.enumerated() { groups[tile] = UInt8(truncatingIfNeeded: index * count / order.count) }
    for _ in 0..<rounds {
      addCounts(count)
      reassign(count)
    }
    addCounts(count)
    // Tiles without symbols take the group before, which is cheapest to write.
    var last: UInt8 = 0
    for tile in 0..<tileCount {
      if tileSizes[tile] == 0 { groups[tile] = last }
      last = groups[tile]
    }
  }

  private mutating func addCounts(_ count: Int) {
    for group in 0..<count { _ = VP8LHistogram(cacheBits: cacheBits, memory: counts(group)) }
    for symbol in symbols { VP8LHistogram.add(symbol, to: counts(Int(groups[Int(symbol.tile)]))) }
  }

  private mutating func reassign(_ count: Int) {
    for group in 0..<count {
      let groupCosts = VP8LCostModel.measured(counted(group), logarithms, memory: costs(group))
      let sums = tileCosts + group * tileCount
      sums.update(repeating: 0, count: tileCount)
      for symbol in symbols { sums[Int(symbol.tile)] &+= UInt32(truncatingIfNeeded: groupCosts.symbol(symbol)) }
    }
    for tile in 0..<tileCount where tileSizes[tile] > 0 {
      var best = 0
      for group in 1..<count where tileCosts[group * tileCount + tile] < tileCosts[best * tileCount + tile] {
        best = group
      }
      groups[tile] = UInt8(truncatingIfNeeded: best)
    }
  }

  private func counted(_ group: Int) -> VP8LHistogram { VP8LHistogram(counted: counts(group), cacheBits: cacheBits) }

  /// Estimated bits of all symbols, codes, and of which tile uses which, in 1/4096.
  func estimatedBits(_ count: Int) -> Int {
    var changes = 0
    for tile in 1..<tileCount where groups[tile] != groups[tile - 1] { changes += 1 }
    return (0..<count).reduce((60 + 4 * changes) * VP8LLogarithmTable.one) {
      $0 + counted($1).estimatedBits(logarithms)
    }
  }
}
