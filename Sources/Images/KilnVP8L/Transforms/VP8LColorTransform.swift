/// Takes out of red and blue, tile by tile, what they share with green and with each other (WebP lossless
/// specification, 4.2). Bitmaps have such differences to predictions; flat artwork has not.
struct VP8LColorTransform {
  /// Factors of a tile, in 1/32.
  private struct Factors: Equatable {
    var greenToRed: Int
    var greenToBlue: Int
    var redToBlue: Int

    static let none = Factors(greenToRed: 0, greenToBlue: 0, redToBlue: 0)

    /// The pixel that stores them.
    var word: UInt32 {
      func byte(_ value: Int) -> UInt32 { UInt32(UInt8(truncatingIfNeeded: value)) }
      return 0xFF00_0000 | byte(redToBlue) << 16 | byte(greenToBlue) << 8 | byte(greenToRed)
    }
  }

  /// Binary logarithm of the pixels along a side of a tile.
  static let tileBits = 4
  /// Bits for which a factor should not differ from that of the tile before, in 1/4096.
  private static let changeCost = 3 * VP8LLogarithmTable.one

  let tilesWide: Int
  /// Factors of the tiles, as pixels.
  private(set) var factors: [UInt32] = []
  private let image: VP8LImage
  private let costs: VP8LDifferenceCosts

  /// Chooses the factors for an image.
  init(_ image: VP8LImage, memory: VP8LScratchMemory) {
    let side = 1 << Self.tileBits
    self.image = image
    tilesWide = (image.width + side - 1) >> Self.tileBits
    costs = VP8LDifferenceCosts(memory: memory)
    var last = Factors.none
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: side * side) { pixels in
      for top in stride(from: 0, to: image.height, by: side) {
        for left in stride(from: 0, to: image.width, by: side) {
          let count = gather(rows: top..<min(top + side, image.height), from: left, into: pixels)
          last = chosenFactors(for: UnsafeBufferPointer(rebasing: pixels[..<count]), after: last)
          factors.append(last.word)
        }
      }
    }
  }

  /// Gathers the pixels of a tile that have red or green, without which they stay as they are. Returns their number.
  private func gather(rows: Range<Int>, from left: Int, into pixels: UnsafeMutableBufferPointer<UInt32>) -> Int {
    let end = min(left + 1 << Self.tileBits, image.width)
    var count = 0
    for y in rows {
      for x in left..<end {
        let word = image.words[y &* image.width &+ x]
        pixels[count] = word
        count &+= word & 0x00FF_FF00 == 0 ? 0 : 1
      }
    }
    return count
  }

  /// The factors with which red and blue of some pixels take the fewest bits.
  private func chosenFactors(for pixels: UnsafeBufferPointer<UInt32>, after last: Factors) -> Factors {
    var best = last
    best.greenToRed = Self.least(near: last.greenToRed) { factor in
      pixels.reduce(0) { $0 &+ costs[Self.red($1, factor)] }
    }
    for _ in 0..<2 {
      best.greenToBlue = Self.least(near: last.greenToBlue) { factor in
        pixels.reduce(0) { $0 &+ costs[Self.blue($1, factor, best.redToBlue)] }
      }
      best.redToBlue = Self.least(near: last.redToBlue) { factor in
        pixels.reduce(0) { $0 &+ costs[Self.blue($1, best.greenToBlue, factor)] }
      }
    }
    return best
  }

  /// The factor of the least cost, found by ever smaller steps.
  @inline(__always)
  private static func least(near last: Int, _ cost: (Int) -> Int) -> Int {
    var best = (factor: last, cost: cost(last) &- changeCost)
    func consider(_ factor: Int) {
      guard factor != last, -128...127 ~= factor else { return }
      let cost = cost(factor)
      if cost < best.cost { best = (factor, cost) }
    }
    consider(0)
    for step in [16, 8, 4, 2] {
      let center = best.factor
      consider(center - step)
      consider(center + step)
    }
    return best.factor
  }

  /// The image after the transform. It replaces the pixels of the image.
  func applied() -> VP8LImage {
    for y in 0..<image.height {
      let row = image.words + y * image.width
      for x in 0..<image.width {
        let word = row[x]
        guard word & 0x00FF_FF00 != 0 else { continue }
        let factors = factors[(y >> Self.tileBits) &* tilesWide &+ x >> Self.tileBits]
        let red = Self.red(word, Self.signed(factors, 0))
        let blue = Self.blue(word, Self.signed(factors, 8), Self.signed(factors, 16))
        row[x] = word & 0xFF00_FF00 | UInt32(truncatingIfNeeded: red) << 16 | UInt32(truncatingIfNeeded: blue)
      }
    }
    return VP8LImage(
      words: image.words, width: image.width, count: image.count, findingChanges: image.changes)
  }

  /// Red of a pixel after the transform.
  @inline(__always)
  private static func red(_ word: UInt32, _ greenToRed: Int) -> Int {
    (signed(word, 16) &- (greenToRed &* signed(word, 8)) >> 5) & 255
  }

  /// Blue of a pixel after the transform.
  @inline(__always)
  private static func blue(_ word: UInt32, _ greenToBlue: Int, _ redToBlue: Int) -> Int {
    (signed(word, 0) &- (greenToBlue &* signed(word, 8)) >> 5 &- (redToBlue &* signed(word, 16)) >> 5) & 255
  }

  @inline(__always)
  private static func signed(_ word: UInt32, _ shift: UInt32) -> Int { Int(Int8(truncatingIfNeeded: word &>> shift)) }
}
