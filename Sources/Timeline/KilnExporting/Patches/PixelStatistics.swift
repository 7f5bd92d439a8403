public import KilnPixels

/// Statistics of a picture's pixels from which the size and settings of its encoding are estimated.
public struct PixelStatistics: Sendable {
  /// Pixels that equal neither the one to the left nor the one above nor the next one there. On flat artwork the coded
  /// size follows it within a tenth.
  public private(set) var novelty = 0
  /// Pixels that differ from the one to the left, and those that differ from the one above.
  private var edges = 0

  /// Measures a picture.
  public init(_ pixmap: Pixmap) {
    let (pixels, width, height) = (pixmap.pixels.span, pixmap.width, pixmap.height)
    guard width > 2, height > 1 else { return }
    for y in 1..<height {
      let above = pixels.extracting((y - 1) * width..<y * width)
      let row = pixels.extracting(y * width..<(y + 1) * width)
      // Words as wide as the pixels, so that the loop is vectorized.
      var (novel, count): (UInt32, UInt32) = (0, 0)
      for x in 1..<width - 1 {
        let isLeft: UInt32 = row[x] != row[x - 1] ? 1 : 0
        let isAbove: UInt32 = row[x] != above[x] ? 1 : 0
        let isNext: UInt32 = row[x] != above[x + 1] ? 1 : 0
        novel &+= isLeft & isAbove & isNext
        count &+= isLeft &+ isAbove
      }
      novelty += Int(novel)
      edges += Int(count)
    }
  }

  /// Whether long edges without corners fill it, as the bands of a gradient do: 8 to 800 edges for each new pixel,
  /// where flat artwork has 2 to 7.
  public var isBanded: Bool { edges > 15 * novelty / 2 && edges > 1000 }
}
