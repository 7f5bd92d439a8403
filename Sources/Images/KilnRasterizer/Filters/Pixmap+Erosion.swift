package import KilnPixels

extension Pixmap {
  /// Morphological erosion (`feMorphology`): each channel becomes its minimum in the rectangle around the pixel. Pixels
  /// outside of the pixmap count as transparent.
  ///
  /// - Parameters:
  ///   - radiusX: Horizontal radius in pixels; 0 or less does nothing.
  ///   - radiusY: Vertical radius in pixels; 0 or less does nothing.
  package mutating func erode(radiusX: Int, radiusY: Int) {
    erodeRows(radiusX)
    guard radiusY > 0 else { return }
    self = transposed
    erodeRows(radiusY)
    self = transposed
  }

  /// Van Herk's algorithm: each window is a suffix of one block and a prefix of the next, so that two running minima per
  /// block suffice.
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
        // A window that extends past the edge contains transparent pixels.
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
