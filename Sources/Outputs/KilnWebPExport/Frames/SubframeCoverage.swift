package import KilnPixels

/// Area that the subframes after the first frame have covered, in blocks of the canvas.
package struct SubframeCoverage {
  private static let blocksPerSide = 32

  private let width: Int
  private let height: Int
  private var isStored = Array(repeating: false, count: blocksPerSide * blocksPerSide)
  /// Whether no frame has been added.
  private var isFirst = true

  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// Adds the subframe of the next frame. Returns the share of its visible content that still shows pixels of the first
  /// frame.
  ///
  /// - Parameter own: Share of the visible content inside of the subframe.
  package mutating func add(_ rect: PixelRect, own: Double) -> Double {
    if isFirst {
      isFirst = false
      return 1
    }
    let columns = blocks(rect.minX, rect.maxX, of: width)
    let rows = blocks(rect.minY, rect.maxY, of: height)
    var (outside, stored) = (0, 0)
    for row in 0..<Self.blocksPerSide {
      for column in 0..<Self.blocksPerSide {
        let index = row * Self.blocksPerSide + column
        if rows.contains(row), columns.contains(column) {
          isStored[index] = true
        } else {
          outside += 1
          if isStored[index] { stored += 1 }
        }
      }
    }
    return outside > 0 ? (1 - own) * Double(outside - stored) / Double(outside) : 0
  }

  /// Blocks that an interval of pixels touches.
  private func blocks(_ start: Int, _ end: Int, of length: Int) -> Range<Int> {
    let first = start * Self.blocksPerSide / length
    let last = (end * Self.blocksPerSide + length - 1) / length
    return first..<max(first, min(last, Self.blocksPerSide))
  }
}

extension Pixmap {
  /// Number of pixels in a rectangle that are not transparent, in every fourth row of the picture: enough for a share.
  func contentCount(in rect: PixelRect) -> Int {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return 0 }
    var count = 0
    for row in stride(from: (rect.minY + 3) & ~3, to: rect.maxY, by: 4) {
      for pixel in pixels[row * width + rect.minX..<row * width + rect.maxX] where pixel != 0 { count += 1 }
    }
    return count
  }
}
