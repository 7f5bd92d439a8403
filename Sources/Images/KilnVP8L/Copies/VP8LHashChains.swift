/// Hash chains of an image: for each position where the colour changes, and the pixel before it, the latest such
/// position with the same three pixels.
///
/// Positions inside an area of one colour need no chain: a copy from the pixel above or on the left does as well.
struct VP8LHashChains {
  /// Pixels that are compared.
  private static let patternLength = 3
  static let none = UInt32.max

  /// One place.
  struct Link: BitwiseCopyable {
    var position: UInt32
    /// Index of the previous position with the same pixels, or `none`. Hash collisions are possible.
    var link: UInt32
  }

  /// The positions, in order, followed by a sentinel at `UInt32.max`.
  let places: UnsafeMutablePointer<Link>

  /// Finds the places of an image.
  init(_ image: VP8LImage, memory: VP8LScratchMemory) {
    let capacity = min(2 * image.changeCount, image.count) + 1
    places = memory.chainPlaces.pointer(for: capacity)
    let bits = min(15, max(6, 64 - capacity.leadingZeroBitCount))
    let heads = memory.chainHeads.pointer(for: 1 << bits)
    heads.update(repeating: Self.none, count: 1 << bits)
    let shift = UInt32(32 - bits)
    let end = image.count - Self.patternLength
    var count = 0
    var last = -1
    for index in 0..<image.changeCount {
      let change = Int(image.changes[index])
      if change > end { break }
      var position = change &- 1 > last ? change &- 1 : change
      while position <= change {
        let hash = Int(Self.hash(image.words + position) &>> shift)
        places[count] = Link(position: UInt32(truncatingIfNeeded: position), link: heads[hash])
        heads[hash] = UInt32(truncatingIfNeeded: count)
        count &+= 1
        position &+= 1
      }
      last = change
    }
    places[count] = Link(position: .max, link: Self.none)
  }

  @inline(__always)
  private static func hash(_ words: UnsafeMutablePointer<UInt32>) -> UInt32 {
    var hash = words[0] &* 0x9E37_79B1 ^ words[1] &* 0x85EB_CA77 ^ words[2] &* 0xC2B2_AE3D
    hash ^= hash &>> 15
    return hash &* 0x2C1B_3C6D
  }
}
