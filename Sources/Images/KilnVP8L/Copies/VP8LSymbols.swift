/// Tokens of a VP8L image: single pixels, and copies of earlier pixels.
///
/// A token is a word: 0 for a pixel of its own, otherwise the distance, from bit 12, and the length less 1.
enum VP8LToken {
  static let maximumLength = 4096

  @inline(__always)
  static func copy(length: Int, distance: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: distance) &<< 12 | UInt32(truncatingIfNeeded: length &- 1)
  }

  @inline(__always)
  static func length(_ token: UInt32) -> Int { Int(token & 0xfff) &+ 1 }

  @inline(__always)
  static func distance(_ token: UInt32) -> Int { Int(token >> 12) }
}

/// Tokens in the order of the pixels.
package typealias VP8LTokens = UnsafeBufferPointer<UInt32>

/// Symbols of one token.
package struct VP8LSymbol: BitwiseCopyable {
  /// Symbol of the main alphabet: a green value, 256 and a length, or 280 and a key of the colour cache.
  package var main: UInt16
  /// Distance of a copy; `noDistance` otherwise.
  var distance: UInt8
  package var red: UInt8
  var blue: UInt8
  var alpha: UInt8
  /// Number of the tile in which the token starts.
  var tile: UInt16

  package init(main: UInt16, distance: UInt8, red: UInt8, blue: UInt8, alpha: UInt8, tile: UInt16) {
    self.main = main
    self.distance = distance
    self.red = red
    self.blue = blue
    self.alpha = alpha
    self.tile = tile
  }

  package static let noDistance: UInt8 = 255

  /// Whether red, blue and alpha follow.
  @inline(__always)
  var isLiteral: Bool { main < 256 }
}

/// Offsets of the alphabets of a group of prefix codes in tables with one entry per symbol.
package enum VP8LAlphabet {
  package static let red = 0
  static let blue = 256
  static let alpha = 512
  static let distance = 768
  package static let main = 808
  static let firstLength = 256
  static let firstCacheKey = 280
  static let maximumCacheBits = 10
  /// Entries of a table for any cache.
  package static let stride = main + firstCacheKey + 1 << maximumCacheBits

  /// Number of symbols of the main alphabet.
  static func mainCount(cacheBits: Int) -> Int { firstCacheKey + (cacheBits > 0 ? 1 << cacheBits : 0) }

  /// The alphabets, in the order of the bitstream.
  static func all(cacheBits: Int) -> [(start: Int, count: Int)] {
    [(main, mainCount(cacheBits: cacheBits)), (red, 256), (blue, 256), (alpha, 256), (distance, 40)]
  }
}

/// The cache of recent colours (WebP lossless specification, 5.2.3).
///
/// Its content depends on the pixels before and not on how they are coded.
struct VP8LColorCache {
  private let colors: UnsafeMutablePointer<UInt32>
  private let shift: UInt32
  private let image: VP8LImage
  private var nextChange = 0

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - bits: Binary logarithm of the number of entries, at least 1.
  ///   - memory: At least so many words.
  init(bits: Int, image: VP8LImage, memory: UnsafeMutablePointer<UInt32>) {
    colors = memory
    colors.update(repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
    self.image = image
  }

  @inline(__always)
  static func key(_ color: UInt32, shift: UInt32) -> Int { Int((color &* 0x1e35_a7bd) &>> shift) }

  /// Key of the colour of a pixel if the cache holds it there. Positions must not decrease.
  @inline(__always)
  mutating func key(at position: Int) -> Int? {
    while true {
      let change = Int(image.changes[nextChange])
      if change >= position { break }
      let color = image.words[change]
      colors[Self.key(color, shift: shift)] = color
      nextChange &+= 1
    }
    let color = image.words[position]
    let key = Self.key(color, shift: shift)
    return colors[key] == color ? key : nil
  }
}
