public import Pixels

extension Pixmap {
  /// Replaces each pixel by the least of the rectangle around it, channel by channel. Outside all is transparent.
  ///
  /// - Parameters:
  ///   - radiusX: Pixels to the left and to the right that count.
  ///   - radiusY: Pixels above and below.
  public mutating func erode(radiusX: Int, radiusY: Int) {
    erodeRows(radiusX)
    guard radiusY > 0 else { return }
    self = transposed
    erodeRows(radiusY)
    self = transposed
  }

  /// Van Herk's way: each window is the end of one block and the start of the next, so that two running minima do.
  private mutating func erodeRows(_ radius: Int) {
    guard radius > 0, width > 0 else { return }
    guard width > 2 * min(radius, width) else { return clear() }
    let window = 2 * radius + 1
    var fromLeft = [UInt32](repeating: 0, count: width)
    var fromRight = fromLeft
    for start in stride(from: 0, to: pixels.count, by: width) {
      for column in 0..<width {
        let pixel = pixels[start + column]
        fromLeft[column] = column % window == 0 ? pixel : Self.least(fromLeft[column - 1], pixel)
      }
      for column in (0..<width).reversed() {
        let pixel = pixels[start + column]
        let isBlockEnd = column % window == window - 1 || column == width - 1
        fromRight[column] = isBlockEnd ? pixel : Self.least(fromRight[column + 1], pixel)
      }
      for column in 0..<width {
        // Where the window leaves the picture there is nothing.
        let isInside = column >= radius && column + radius < width
        pixels[start + column] = isInside ? Self.least(fromRight[column - radius], fromLeft[column + radius]) : 0
      }
    }
  }

  private static func least(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return a }
    var word: UInt32 = 0
    for mask in [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000] as [UInt32] { word |= min(a & mask, b & mask) }
    return word
  }

  private var transposed: Pixmap {
    var turned = Pixmap(width: height, height: width)
    for row in 0..<height {
      for column in 0..<width { turned.pixels[column * height + row] = pixels[row * width + column] }
    }
    return turned
  }
}
