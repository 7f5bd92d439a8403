public import KilnPixels

extension SplitMix64 {
  /// A premultiplied pixmap; a third of the pixels are transparent, a third opaque, the rest anything between.
  public mutating func pixmap(width: Int, height: Int) -> Pixmap {
    let pixels = (0..<width * height).map { _ in
      let alpha: UInt32 = [0, 255, .random(in: 0...255, using: &self)][Int.random(in: 0...2, using: &self)]
      return Premultiplication.premultiply(UInt32.random(in: 0...0xff_ffff, using: &self) | alpha << 24)
    }
    return Pixmap(width: width, height: height, pixels: pixels)
  }
}

extension Pixmap {
  /// A pixmap of one colour, given as premultiplied word.
  public init(width: Int, height: Int, filledWith pixel: UInt32) {
    self.init(width: width, height: height, pixels: [UInt32](repeating: pixel, count: width * height))
  }

  /// Every premultiplied pixel that can be: all alphas, and for each all values up to it in one channel.
  public static let everyAlphaAndValue: Pixmap = {
    var result = Pixmap(width: 256, height: 256)
    for alpha in 0..<256 {
      for value in 0...alpha {
        let (a, v) = (UInt32(alpha), UInt32(value))
        result[value, alpha] = v | (a - v) << 8 | (v / 2) << 16 | a << 24
      }
    }
    return result
  }()

  /// The largest difference of any channel of any pixel.
  public func largestDifference(from other: Pixmap) -> Int {
    zip(pixels, other.pixels).reduce(0) { largest, pair in
      (0..<4).reduce(largest) { largest, channel in
        let shift = UInt32(channel * 8)
        return max(largest, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
      }
    }
  }
}

/// A premultiplied word from straight channels.
public func rgba(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32 = 255) -> UInt32 {
  Premultiplication.premultiply(red | green << 8 | blue << 16 | alpha << 24)
}
