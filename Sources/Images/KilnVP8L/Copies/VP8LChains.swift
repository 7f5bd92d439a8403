/// For each place where the colour changes, and the pixel before it: the last such place with the same three pixels.
///
/// Copies elsewhere start inside an area of one colour, where the pixel above or to the left does as well.
struct VP8LChains {
  /// Pixels that are compared.
  private static let patternLength = 3
  static let none = UInt32.max

  /// One place.
  struct Place: BitwiseCopyable {
    var position: UInt32
    /// Index of the place before with the same pixels, or `none`. Different pixels may be taken for the same.
    var link: UInt32
  }

  /// The places, in order; behind the last one stands one at `UInt32.max`.
  let places: UnsafeMutablePointer<Place>

  /// Finds the places of an image.
  init(_ image: VP8LImage, memory: VP8LMemory) {
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
        places[count] = Place(position: UInt32(truncatingIfNeeded: position), link: heads[hash])
        heads[hash] = UInt32(truncatingIfNeeded: count)
        count &+= 1
        position &+= 1
      }
      last = change
    }
    places[count] = Place(position: .max, link: Self.none)
  }

  @inline(__always)
  private static func hash(_ words: UnsafeMutablePointer<UInt32>) -> UInt32 {
    var hash = words[0] &* 0x9E37_79B1 ^ words[1] &* 0x85EB_CA77 ^ words[2] &* 0xC2B2_AE3D
    hash ^= hash &>> 15
    return hash &* 0x2C1B_3C6D
  }
}
