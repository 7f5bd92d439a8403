/// The colours of an image that has at most 256.
struct VP8LPalette {
  static let maximumCount = 256
  private static let tableBits: UInt32 = 10

  /// Colours in the order in which they are stored.
  private(set) var colors: [UInt32] = []
  /// A hash table of colours and of their indices from bit 32; the highest bit is set where there is one.
  private let table: UnsafeMutablePointer<UInt64>

  /// nil if there are more than 256 colours.
  init?(_ image: VP8LImage, memory: VP8LScratchMemory) {
    table = memory.paletteTable.pointer(for: 1 << Int(Self.tableBits))
    table.update(repeating: 0, count: 1 << Int(Self.tableBits))
    for index in 0..<image.changeCount {
      let color = image.words[Int(image.changes[index])]
      let place = slot(of: color)
      if table[place] != 0 { continue }
      if colors.count == Self.maximumCount { return nil }
      table[place] = Self.entry(color, index: 0)
      colors.append(color)
    }
    colors.sort()
    numberColors()
  }

  /// Orders the colours such that the palette and the indices take the fewest bits.
  mutating func arrange(memory: VP8LScratchMemory) {
    let (sorted, bits) = (colors, estimatedBits(memory: memory))
    shortenDifferences()
    if bits <= estimatedBits(memory: memory) { colors = sorted }
    numberColors()
  }

  private func numberColors() {
    for (index, color) in colors.enumerated() { table[slot(of: color)] = Self.entry(color, index: index) }
  }

  /// Orders the colours greedily: each is followed by the remaining one with the smallest difference.
  private mutating func shortenDifferences() {
    guard colors.count > 16 else { return }
    colors.withUnsafeMutableBufferPointer { colors in
      var last: UInt32 = 0
      for place in colors.indices {
        var best = UInt32.max
        for index in place..<colors.count {
          best = min(best, Self.distance(colors[index], last) &<< 8 | UInt32(truncatingIfNeeded: index))
        }
        colors.swapAt(place, Int(best & 255))
        last = colors[place]
      }
    }
  }

  /// Relative measure of the bits that the difference of two colours takes; alpha weighs less, because it varies less.
  @inline(__always)
  private static func distance(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let difference = VP8LPixel.difference(first, second)
    func size(_ shift: UInt32) -> UInt32 {
      let value = difference &>> shift & 255
      return min(value, 256 &- value)
    }
    return 9 &* (size(0) &+ size(8) &+ size(16)) &+ size(24)
  }

  private static func entry(_ color: UInt32, index: Int) -> UInt64 {
    1 << 63 | UInt64(truncatingIfNeeded: index) << 32 | UInt64(color)
  }

  /// Slot of a colour in the hash table: its own, or the free one that it would take.
  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    var place = Int((color &* 0x9E37_79B1) &>> (32 - Self.tableBits))
    while table[place] != 0, UInt32(truncatingIfNeeded: table[place]) != color {
      place = (place &+ 1) & (1 << Int(Self.tableBits) &- 1)
    }
    return place
  }

  /// Index of a colour of the image.
  @inline(__always)
  func index(of color: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: table[slot(of: color)] >> 32) & 255 }

  /// Pixels that share one word of the coded image, as binary logarithm.
  var packingBits: Int {
    switch colors.count {
    case ...2: 3
    case ...4: 2
    case ...16: 1
    default: 0
    }
  }

  /// The pixel of a colour: its index, in the green channel.
  func pixel(_ color: UInt32) -> UInt32 { 0xFF00_0000 | index(of: color) << 8 }

  /// An image of few colours as indices in the green channel, several in each word. They replace the pixels of the image.
  func packed(_ image: VP8LImage) -> VP8LImage {
    let (packingBits, indexBits) = (packingBits, UInt32(8 >> packingBits))
    let lastOfWord = 1 << packingBits - 1
    let width = (image.width + lastOfWord) >> packingBits
    var last: (color: UInt32, index: UInt32) = (~image.words[0], 0)
    for row in 0..<image.height {
      let source = image.words + row * image.width
      // Never ahead of the pixels that are still to be read.
      let target = image.words + row * width
      var word: UInt32 = 0xFF00_0000
      for x in 0..<image.width {
        if source[x] != last.color { last = (source[x], index(of: source[x])) }
        word |= last.index &<< (8 &+ indexBits &* UInt32(truncatingIfNeeded: x & lastOfWord))
        guard x & lastOfWord == lastOfWord || x == image.width &- 1 else { continue }
        target[x &>> packingBits] = word
        word = 0xFF00_0000
      }
    }
    return VP8LImage(
      words: image.words, width: width, count: width * image.height, findingChanges: image.changes, isPlane: true)
  }

  /// The colours as they are stored: each as the difference to the one before.
  var differences: [UInt32] {
    var result = colors
    for index in stride(from: result.count - 1, to: 0, by: -1) {
      result[index] = VP8LPixel.difference(result[index], result[index - 1])
    }
    return result
  }

  /// Estimated bits of the stored colours, in 1/4096.
  func estimatedBits(memory: VP8LScratchMemory) -> Int {
    var counts = VP8LHistogram(cacheBits: 0, memory: memory.counts.pointer(for: VP8LAlphabet.stride))
    for word in differences { counts.addLiteral(word) }
    return counts.estimatedBits(memory.logarithms)
  }
}
