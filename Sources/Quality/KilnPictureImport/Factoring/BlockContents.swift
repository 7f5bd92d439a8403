internal import KilnPixels

/// What the blocks of a grid show in each of several pictures: equal contents of a block have equal labels.
struct BlockContents: Sendable {
  /// Label of blocks that show nothing.
  static let empty: Int32 = -1

  let grid: BlockGrid
  /// Number of pictures.
  let pictureCount: Int
  /// For each block, the label in each picture: the first picture that shows the same.
  private var labels: [Int32]
  /// Whether a block is opaque in all pictures.
  private(set) var isOpaque: [Bool]

  /// Compares pictures of the grid's size.
  init(_ pictures: [Pixmap], _ grid: BlockGrid) {
    self.grid = grid
    pictureCount = pictures.count
    labels = [Int32](repeating: Self.empty, count: grid.count * pictures.count)
    isOpaque = [Bool](repeating: true, count: grid.count)
    var seen: [(hash: UInt64, label: Int32)] = []
    for block in 0..<grid.count {
      let rect = grid.pixels(of: block)
      let first = block * pictureCount
      seen.removeAll(keepingCapacity: true)
      for picture in 0..<pictureCount {
        if picture > 0, Self.areEqual(pictures[picture].pixels, pictures[picture - 1].pixels, rect, grid.width) {
          labels[first + picture] = labels[first + picture - 1]
          continue
        }
        let content = Self.summary(pictures[picture].pixels, rect, grid.width)
        if !content.isOpaque { isOpaque[block] = false }
        guard !content.isEmpty else { continue }
        let known = seen.first { candidate in
          candidate.hash == content.hash
            && Self.areEqual(pictures[picture].pixels, pictures[Int(candidate.label)].pixels, rect, grid.width)
        }
        let label = known?.label ?? Int32(truncatingIfNeeded: picture)
        labels[first + picture] = label
        if known == nil { seen.append((content.hash, label)) }
      }
    }
  }

  /// Labels of a block, one for each picture.
  func labels(of block: Int) -> ArraySlice<Int32> { labels[block * pictureCount..<(block + 1) * pictureCount] }

  /// Label that a block has in the most pictures; of several, that of the first.
  func mostFrequentLabel(of block: Int) -> Int32 {
    var counts = [Int](repeating: 0, count: pictureCount + 1)
    for label in labels(of: block) { counts[Int(label) + 1] += 1 }
    var best = labels(of: block).first ?? Self.empty
    for label in labels(of: block) where counts[Int(label) + 1] > counts[Int(best) + 1] { best = label }
    return best
  }

  private static func areEqual(_ a: [UInt32], _ b: [UInt32], _ rect: PixelRect, _ width: Int) -> Bool {
    for y in rect.minY..<rect.maxY {
      for index in y * width + rect.minX..<y * width + rect.maxX where a[index] != b[index] { return false }
    }
    return true
  }

  private static func summary(
    _ pixels: [UInt32], _ rect: PixelRect, _ width: Int
  ) -> (hash: UInt64, isEmpty: Bool, isOpaque: Bool) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var all: UInt32 = .max
    var any: UInt32 = 0
    for y in rect.minY..<rect.maxY {
      for index in y * width + rect.minX..<y * width + rect.maxX {
        let pixel = pixels[index]
        hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        all &= pixel
        any |= pixel
      }
    }
    return (hash, any == 0, all >> 24 == 255)
  }
}
