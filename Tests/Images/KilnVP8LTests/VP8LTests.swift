import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import KilnVP8L
import Testing

/// Whether libwebp reads what our encoder of lossless WebP writes.
@Suite struct VP8LTests {
  /// What a picture shows.
  enum Content: CaseIterable {
    case noise, darkNoise, slope, slopeWithNoise, tint, discs, runs, repeatedRows, repeatedTiles, holes, oneColor
  }

  @Test(arguments: Content.allCases)
  func everySizeDecodesToTheSamePixels(content: Content) throws {
    let sizes = [
      (1, 1), (1, 2), (2, 1), (1, 300), (300, 1), (3, 5), (7, 7), (8, 9), (9, 8), (16, 16), (17, 33), (64, 3), (3, 64),
      (100, 70), (257, 129), (700, 12), (12, 700),
    ]
    for (index, (width, height)) in sizes.enumerated() {
      var random = SplitMix64(seed: UInt64(index))
      try expectExact(random.picture(of: content, width: width, height: height), "\(width) × \(height)")
    }
  }

  /// Up to 16 colours share words; above 256 there is no palette.
  @Test(arguments: [1, 2, 3, 4, 5, 15, 16, 17, 18, 100, 255, 256, 257, 300])
  func everyNumberOfColorsDecodesToTheSamePixels(count: Int) throws {
    for (width, height) in [(20, 15), (61, 40), (128, 64)] {
      var random = SplitMix64(seed: UInt64(count))
      let colors = (0..<count).map { index in
        index.isMultiple(of: 5) ? UInt32.random(in: 0...255, using: &random) << 24 : random.opaqueColor()
      }
      try expectExact(random.spots(of: colors, width: width, height: height), "\(width) × \(height)")
      let noise = (0..<width * height).map { _ in colors[Int.random(in: 0..<count, using: &random)] }
      try expectExact(Pixmap(width: width, height: height, pixels: noise), "noise, \(width) × \(height)")
    }
  }

  @Test func randomPicturesDecodeToTheSamePixels() throws {
    var random = SplitMix64(seed: 41)
    for round in 0..<400 {
      let contents = Content.allCases
      let content = contents[Int.random(in: 0..<contents.count, using: &random)]
      let width = Int.random(in: 1...90, using: &random)
      let height = Int.random(in: 1...60, using: &random)
      try expectExact(random.picture(of: content, width: width, height: height), "round \(round), \(content)")
    }
  }

  /// The alpha channel beside lossy colours.
  @Test func alphaPlanesDecodeToTheSameAlpha() throws {
    var random = SplitMix64(seed: 45)
    var options = WebPEncoderOptions.lossy(quality: 40)
    options.usesOwnEncoder = true
    for content in Content.allCases {
      for (width, height) in [(1, 1), (2, 3), (17, 33), (90, 61), (300, 200), (1, 300), (300, 1), (300, 300)] {
        var pixmap = random.picture(of: content, width: width, height: height)
        for index in pixmap.pixels.indices {
          // Edges, and a slope of alpha.
          let alpha = content == .slope ? UInt32(index * 255 / pixmap.pixels.count) : pixmap.pixels[index] & 255
          pixmap.pixels[index] = Premultiplication.premultiply(pixmap.pixels[index] & 0xFF_FFFF | alpha << 24)
        }
        let bytes = try WebPFrameEncoder.encode(pixmap, options: options)
        let decoded = try ImageDecoder.decode(bytes, limits: Limits())
        #expect((decoded.width, decoded.height) == (width, height))
        #expect(decoded.pixels.map { $0 >> 24 } == pixmap.pixels.map { $0 >> 24 }, "\(content), \(width) × \(height)")
        #expect(WebPCoding.hasLossyPicture(bytes))
      }
    }
  }

  /// All is transparent, or nothing is, so that there is no channel.
  @Test(arguments: [0, 0xFF20_4060] as [UInt32])
  func alphaOfOneValueDecodesToTheSameAlpha(pixel: UInt32) throws {
    var options = WebPEncoderOptions.lossy(quality: 40)
    options.usesOwnEncoder = true
    for (width, height) in [(1, 1), (1, 300), (300, 1), (90, 61), (300, 300)] {
      let pixmap = Pixmap(width: width, height: height, filledWith: pixel)
      let bytes = try WebPFrameEncoder.encode(pixmap, options: options)
      let decoded = try ImageDecoder.decode(bytes, limits: Limits())
      #expect((decoded.width, decoded.height) == (width, height))
      #expect(decoded.pixels.allSatisfy { $0 >> 24 == pixel >> 24 }, "\(width) × \(height)")
      #expect(WebPCoding.hasLossyPicture(bytes))
    }
  }

  /// Alpha has as many levels as libwebp leaves at the same quality, and is no farther from the original.
  @Test(arguments: [0, 10, 50, 85]) func coarseAlphaIsAsGoodAsThatOfLibwebp(quality: Int) throws {
    var slope = Pixmap(width: 150, height: 100)
    for index in slope.pixels.indices {
      let alpha = min(255, max(0, Int(Double(index % 150 - 20) * 2.4) + index / 600))
      slope.pixels[index] = Premultiplication.premultiply(0x20_8040 | UInt32(alpha) << 24)
    }
    var options = WebPEncoderOptions.lossy()
    options.alphaQuality = quality
    func alphas() throws -> [Int] {
      let bytes = try WebPFrameEncoder.encode(slope, options: options)
      return try ImageDecoder.decode(bytes, limits: Limits()).pixels.map { Int($0 >> 24) }
    }
    func error(_ alphas: [Int]) -> Int {
      zip(alphas, slope.pixels).reduce(0) { $0 + ($1.0 - Int($1.1 >> 24)) * ($1.0 - Int($1.1 >> 24)) }
    }
    let theirs = try alphas()
    options.usesOwnEncoder = true
    let ours = try alphas()
    #expect(Set(ours).count <= Set(theirs).count && Set(ours).isSuperset(of: [0, 255]))
    // Both iterate to a local optimum.
    #expect(Double(error(ours)) <= Double(error(theirs)) * 1.05)
  }

  /// Colours do not depend on who codes the alpha channel.
  @Test func lossyColorsAreThoseOfLibwebp() throws {
    var random = SplitMix64(seed: 46)
    let discs = random.picture(of: .holes, width: 150, height: 100)
    for isSharp in [false, true] {
      var options = WebPEncoderOptions.lossy()
      options.sharpYUV = isSharp
      let theirs = try ImageDecoder.decode(WebPFrameEncoder.encode(discs, options: options), limits: Limits())
      options.usesOwnEncoder = true
      #expect(try ImageDecoder.decode(WebPFrameEncoder.encode(discs, options: options), limits: Limits()) == theirs)
    }
  }

  /// Areas that need several copies each, and distances beyond every neighbour.
  @Test func longRunsDecodeToTheSamePixels() throws {
    var random = SplitMix64(seed: 42)
    var pixmap = Pixmap(width: 1000, height: 300)
    for index in 0..<pixmap.pixels.count / 2 { pixmap.pixels[index] = 0xFF00_00FF }
    try expectExact(pixmap, "two areas")
    let noise = (0..<3000).map { _ in random.opaqueColor() }
    for (index, pixel) in noise.enumerated() {
      pixmap.pixels[index] = pixel
      pixmap.pixels[pixmap.pixels.count - noise.count + index] = pixel
    }
    let bytes = try #require(try VP8LEncoder.encode(pixmap, colors: Unpremultiplier()))
    #expect(bytes.count < noise.count * 4 + 1000, "the second noise is a copy of the first")
    try expectExact(pixmap, "noise and its copy")
  }

  @Test func sidesUpToTheMaximumDecodeToTheSamePixels() throws {
    var random = SplitMix64(seed: 43)
    for (width, height) in [(16383, 1), (1, 16383), (16383, 20)] {
      try expectExact(random.picture(of: .runs, width: width, height: height), "\(width) × \(height)")
    }
  }

  /// Memory of large pictures is given back.
  @Test func memoryOfLargePicturesIsFreed() throws {
    var pixmap = Pixmap(width: 2048, height: 1100, pixels: [UInt32](repeating: 0xFF20_4060, count: 2048 * 1100))
    for index in stride(from: 0, to: pixmap.pixels.count, by: 4099) { pixmap.pixels[index] = 0xFFC0_8040 }
    for _ in 0..<2 { try expectExact(pixmap, "2048 × 1100") }
  }

  /// Parts that need codes of their own, beside parts that need none.
  @Test func picturesOfDifferentPartsDecodeToTheSamePixels() throws {
    var random = SplitMix64(seed: 48)
    let contents = Content.allCases
    for round in 0..<60 {
      let (columns, rows) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random))
      let side = Int.random(in: 20...90, using: &random)
      var pixmap = Pixmap(width: columns * side, height: rows * side)
      for part in 0..<columns * rows {
        let content = contents[Int.random(in: 0..<contents.count, using: &random)]
        let picture = random.picture(of: content, width: side, height: side)
        let (left, top) = (part % columns * side, part / columns * side)
        for y in 0..<side { for x in 0..<side { pixmap[left + x, top + y] = picture[x, y] } }
      }
      try expectExact(pixmap, "round \(round)")
    }
  }

  /// A decoder takes the highest number of a group for their count.
  @Test func groupsAreNumberedWithoutGaps() throws {
    var random = SplitMix64(seed: 49)
    var found = 0
    for round in 0..<200 {
      let tiles = VP8LPrefixCodeGroups.Tiles(width: 160, height: 160)
      let kinds = Int.random(in: 1...4, using: &random)
      let symbols = (0..<1500).map { _ -> VP8LSymbol in
        let tile = Int.random(in: 0..<tiles.count, using: &random)
        let value = Int.random(in: 0...12, using: &random) + tile % kinds * 60
        return VP8LSymbol(
          main: UInt16(value), distance: VP8LSymbol.noDistance, red: UInt8(value), blue: 0, alpha: 255,
          tile: UInt16(tile))
      }
      let memory = VP8LScratchMemory()
      defer { withExtendedLifetime(memory) {} }
      var counts = VP8LHistogram(cacheBits: 0, memory: memory.counts.pointer(for: VP8LAlphabet.stride))
      for symbol in symbols {
        counts.addLiteral(UInt32(symbol.red) << 16 | UInt32(symbol.main) << 8 | 0xFF00_0000)
      }
      let groups = symbols.withUnsafeBufferPointer {
        VP8LPrefixCodeGroups($0, single: counts, tiles: tiles, memory: memory)
      }
      guard let groups else { continue }
      found += 1
      let used = Set((0..<tiles.count).map { Int(groups.byTile[$0]) })
      #expect(used == Set(0..<groups.count) && groups.count > 1, "round \(round)")
    }
    #expect(found > 50)
  }

  /// Counts like Fibonacci numbers would give codes longer than 15 bits.
  @Test func skewedColorsDecodeToTheSamePixels() throws {
    var counts = [1, 1]
    while counts.count < 24 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    var random = SplitMix64(seed: 44)
    var pixels = counts.enumerated().flatMap { index, count in
      [UInt32](repeating: rgba(UInt32(index), UInt32(index * 7 % 24), UInt32(index * 11 % 24)), count: count)
    }
    pixels.shuffle(using: &random)
    let width = 300
    try expectExact(
      Pixmap(width: width, height: pixels.count / width, pixels: Array(pixels.prefix(pixels.count / width * width))),
      "skewed")
  }

  @Test func transformsAreUsedWhereTheyPay() throws {
    var random = SplitMix64(seed: 45)
    #expect(try transform(of: random.spots(of: [0xFF00_0000, .max], width: 40, height: 40)) == 3)
    #expect(try transform(of: random.picture(of: .slopeWithNoise, width: 128, height: 128)) == 0)
    let grays = (0..<64 * 64).map { _ in
      let gray = UInt32.random(in: 0...255, using: &random)
      return rgba(gray, gray, (gray + UInt32.random(in: 0...3, using: &random)) & 255)
    }
    #expect(try transform(of: Pixmap(width: 64, height: 64, pixels: grays)) == 2)
  }

  /// Red and blue that follow green take little more than without any colour.
  @Test func tintTakesFewBytes() throws {
    var random = SplitMix64(seed: 48)
    let tinted = random.picture(of: .tint, width: 128, height: 128)
    var gray = tinted
    for (index, pixel) in gray.pixels.enumerated() {
      let half = (pixel >> 8 & 255) / 2
      gray.pixels[index] = pixel - half + half << 16
    }
    let sizes = try [tinted, gray].map { try VP8LEncoder.encode($0, colors: Unpremultiplier())?.count ?? 0 }
    #expect(Double(sizes[0]) < 1.1 * Double(sizes[1]))
  }

  @Test func samePictureGivesSameBytes() throws {
    var random = SplitMix64(seed: 46)
    let first = random.picture(of: .discs, width: 120, height: 90)
    let second = random.picture(of: .slopeWithNoise, width: 200, height: 100)
    let bytes = try #require(try VP8LEncoder.encode(first, colors: Unpremultiplier()))
    // Whatever the memory was used for in between.
    _ = try VP8LEncoder.encode(second, colors: Unpremultiplier())
    #expect(try VP8LEncoder.encode(first, colors: Unpremultiplier()) == bytes)
  }

  @Test func impossibleSizesAreRefused() throws {
    for (width, height) in [(0, 0), (0, 4), (4, 0), (16384, 1), (1, 16384), (2049, 2048)] {
      #expect(try VP8LEncoder.encode(Pixmap(width: width, height: height), colors: Unpremultiplier()) == nil)
    }
  }

  private func expectExact(_ pixmap: Pixmap, _ what: String) throws {
    #expect(VP8LEncoder.canEncode(pixmap))
    var options = WebPEncoderOptions()
    options.usesOwnEncoder = true
    let bytes = try WebPFrameEncoder.encode(pixmap, options: options)
    let decoded = try ImageDecoder.decode(bytes, limits: Limits())
    #expect(decoded.width == pixmap.width && decoded.height == pixmap.height, "\(what)")
    let wrong = zip(decoded.pixels, pixmap.pixels).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(wrong == nil, "\(what)")
  }

  /// Number of the first transform of an encoded picture; nil if it has none.
  private func transform(of pixmap: Pixmap) throws -> UInt8? {
    let bytes = try #require(try VP8LEncoder.encode(pixmap, colors: Unpremultiplier()))
    // Behind the signature and 32 bits of sizes.
    let bits = bytes[5]
    return bits & 1 == 1 ? bits >> 1 & 3 : nil
  }
}

@Suite struct VP8LCodeTests {
  @Test func codesAreCompleteAndNotTooLong() {
    var random = SplitMix64(seed: 47)
    for round in 0..<300 {
      let count = Int.random(in: 2...600, using: &random)
      let steepness = Double.random(in: 0...3, using: &random)
      let counts = (0..<count).map { _ -> UInt32 in
        if Int.random(in: 0...3, using: &random) == 0 { return 0 }
        var value = 1.0
        while Double.random(in: 0...1, using: &random) < 0.75, value < 1e8 { value *= 1 + steepness }
        return UInt32(value)
      }
      let lengths = lengths(counts)
      let used = counts.count { $0 > 0 }
      #expect(zip(counts, lengths).allSatisfy { ($0 > 0) == ($1 > 0) })
      #expect(lengths.allSatisfy { $0 <= 15 })
      let parts = lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (15 - Int($1)) : 0) }
      #expect(used < 2 || parts == 1 << 15, "round \(round): codes must fill the tree")
    }
  }

  @Test func equalCountsGiveEqualLengths() {
    #expect(lengths([5, 5, 5, 5]) == [2, 2, 2, 2])
    #expect(lengths([0, 7, 0]) == [0, 1, 0])
    #expect(lengths([0, 0, 0]) == [0, 0, 0])
    #expect(lengths([8, 1, 1, 4]) == [1, 3, 3, 2])
  }

  @Test func prefixValuesCoverAllLengths() {
    // WebP lossless specification, 5.2.2.
    for value in 1...(1 << 20) {
      let prefix = VP8LPrefixValue(value)
      let offset =
        prefix.symbol < 4
        ? prefix.symbol : (2 + prefix.symbol & 1) << prefix.extraBitCount
      guard offset + Int(prefix.extraBits) + 1 == value, prefix.symbol < 40 else {
        Issue.record("\(value) is coded as \(prefix)")
        return
      }
    }
  }

  private func lengths(_ counts: [UInt32]) -> [UInt8] {
    var memory = VP8LCodeScratchMemory()
    var lengths = [UInt8](repeating: 255, count: counts.count)
    VP8LCodeLengths.find(counts, counts.count, limit: 15, memory: &memory, into: &lengths)
    return lengths
  }
}

extension SplitMix64 {
  fileprivate mutating func opaqueColor() -> UInt32 { UInt32.random(in: 0...0xFF_FFFF, using: &self) | 0xFF00_0000 }

  /// Antialiased-looking spots of some colours, given as premultiplied words or as alphas of black.
  fileprivate mutating func spots(of colors: [UInt32], width: Int, height: Int) -> Pixmap {
    var result = Pixmap(width: width, height: height, filledWith: colors[0])
    for color in colors {
      let (x, y) = (Int.random(in: 0..<width, using: &self), Int.random(in: 0..<height, using: &self))
      let size = Int.random(in: 1...8, using: &self)
      for row in y..<min(height, y + size) {
        for column in x..<min(width, x + size) { result[column, row] = color }
      }
    }
    return result
  }

  fileprivate mutating func picture(of content: VP8LTests.Content, width: Int, height: Int) -> Pixmap {
    var result = Pixmap(width: width, height: height)
    switch content {
    case .noise: return pixmap(width: width, height: height)
    case .oneColor: return Pixmap(width: width, height: height, filledWith: opaqueColor())
    case .darkNoise:
      for index in result.pixels.indices { result.pixels[index] = 0xFF00_0000 | UInt32.random(in: 0...3, using: &self) }
    case .slope, .slopeWithNoise:
      let noise: UInt32 = content == .slope ? 0 : 3
      for y in 0..<height {
        for x in 0..<width {
          let more = UInt32.random(in: 0...noise, using: &self)
          result[x, y] = rgba(UInt32(x & 127) + more, UInt32(y & 127) + more, UInt32((x + y) / 2 & 127))
        }
      }
    case .tint:
      for y in 0..<height {
        for x in 0..<width {
          let green = UInt32.random(in: 0...31, using: &self) + UInt32((x / 2 + y / 2) & 127)
          let noise = UInt32.random(in: 0...15, using: &self)
          result[x, y] = rgba(green * 3 / 2 + (noise & 3), green, green / 2 + (noise >> 2))
        }
      }
    case .discs, .holes: drawDiscs(on: &result, isOpaque: content == .discs)
    case .runs:
      var position = 0
      while position < result.pixels.count {
        let length = 1 << Int.random(in: 0...13, using: &self)
        let color = opaqueColor()
        for index in position..<min(result.pixels.count, position + length) { result.pixels[index] = color }
        position += length
      }
    case .repeatedRows:
      let row = (0..<width).map { _ in opaqueColor() }
      for index in result.pixels.indices { result.pixels[index] = row[index % width] }
    case .repeatedTiles:
      let tile = pixmap(width: 11, height: 7)
      for y in 0..<height { for x in 0..<width { result[x, y] = tile[x % 11, y % 7] } }
    }
    return result
  }

  private mutating func drawDiscs(on pixmap: inout Pixmap, isOpaque: Bool) {
    if isOpaque { pixmap = Pixmap(width: pixmap.width, height: pixmap.height, filledWith: .max) }
    for _ in 0..<6 {
      let (x, y) = (Int.random(in: 0..<pixmap.width, using: &self), Int.random(in: 0..<pixmap.height, using: &self))
      let (radius, color) = (Double.random(in: 2...40, using: &self), opaqueColor())
      for row in 0..<pixmap.height {
        for column in 0..<pixmap.width {
          let distance = Double((column - x) * (column - x) + (row - y) * (row - y)).squareRoot()
          let coverage = min(1, max(0, radius - distance + 0.5))
          guard coverage > 0 else { continue }
          let alpha = UInt32(coverage * 255)
          // Edges are mixed with what is below, or with nothing.
          let edge = Premultiplication.premultiply(color & 0xFF_FFFF | alpha << 24)
          pixmap[column, row] = alpha == 255 ? color : isOpaque ? edge | 0xFF00_0000 : edge
        }
      }
    }
  }
}
