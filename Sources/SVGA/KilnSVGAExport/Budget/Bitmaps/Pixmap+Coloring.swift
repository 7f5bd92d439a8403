internal import KilnPalettes
internal import KilnPixels

extension Pixmap {
  /// The picture with fewer colours, and the root mean square error of its channels, 0…255; nil if nothing would change.
  func recolored(_ coloring: BitmapLadder.Coloring) -> (picture: Pixmap, error: Double)? {
    switch coloring {
    case .all: return nil
    case .rounded(let bits): return roundingColors(bits: bits)
    case .palette(let count):
      let few = ColorQuantizer(colors: count, maximumError: .infinity).quantized(self, dithersSmoothParts: true)
      return few.map { ($0.picture, $0.error) }
    }
  }

  /// The picture with channels of opaque pixels rounded to a number of bits, which deflate packs better.
  ///
  /// Smooth parts, in which rounding would be visible, stay as they are: they take few bytes anyway. With the root mean
  /// square error of the pixels that are not transparent; nil if none of them changes.
  private func roundingColors(bits: Int) -> (picture: Pixmap, error: Double)? {
    let step: UInt32 = 1 << UInt32(8 - bits)
    var result = self
    var squares = 0
    for y in 0..<height {
      let row = y * width
      for x in 0..<width where pixels[row + x] >> 24 == 255 {
        let pixel = pixels[row + x]
        let isSmooth =
          (x == 0 || pixel.isNear(pixels[row + x - 1], step))
          && (x + 1 == width || pixel.isNear(pixels[row + x + 1], step))
          && (y == 0 || pixel.isNear(pixels[row - width + x], step))
          && (y + 1 == height || pixel.isNear(pixels[row + width + x], step))
        guard !isSmooth else { continue }
        let rounded = pixel.rounded(to: step)
        result.pixels[row + x] = rounded
        squares += pixel.squaredDifference(to: rounded)
      }
    }
    guard squares > 0 else { return nil }
    let count = pixels.reduce(0) { $0 + ($1 == 0 ? 0 : 1) }
    return (result, (Double(squares) / 4 / Double(max(1, count))).squareRoot())
  }

  /// The picture moved to the right, with its left columns repeated.
  func moved(by columns: Int) -> Pixmap {
    var result = self
    for y in 0..<height {
      for x in 0..<width { result.pixels[y * width + x] = pixels[y * width + max(0, x - columns)] }
    }
    return result
  }
}

extension UInt32 {
  /// Whether every channel of a pixel differs by less than a step from another one.
  fileprivate func isNear(_ other: UInt32, _ step: UInt32) -> Bool {
    func differs(_ shift: UInt32) -> Bool {
      let (a, b) = (self >> shift & 255, other >> shift & 255)
      return (a > b ? a - b : b - a) >= step
    }
    return !(differs(0) || differs(8) || differs(16) || differs(24))
  }

  /// The sum of the squared differences of the channels of two pixels.
  fileprivate func squaredDifference(to other: UInt32) -> Int {
    func square(_ shift: UInt32) -> Int {
      let difference = Int(self >> shift & 255) - Int(other >> shift & 255)
      return difference * difference
    }
    return square(0) + square(8) + square(16) + square(24)
  }

  /// An opaque pixel with its channels rounded to multiples of a step.
  fileprivate func rounded(to step: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(255, ((self >> shift & 255) + step / 2) / step * step) << shift
    }
    return 0xFF00_0000 | channel(0) | channel(8) | channel(16)
  }
}
