internal import Pixels
internal import TimelineModel

/// Makes pixels opaque or transparent.
struct BinaryAlpha: Sendable {
  /// Colour that translucent pixels are drawn over; nil if they become opaque from one half on.
  private let background: UInt32?

  init(background: StraightColor?) {
    self.background = background.map { color in
      [color.blue, color.green, color.red].reduce(0) { $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded()) }
    }
  }

  func applied(to picture: Pixmap) -> Pixmap {
    var result = picture
    var target = result.pixels.mutableSpan
    for index in target.indices {
      let alpha = target[index] >> 24
      guard alpha != 255, alpha != 0 else { continue }
      target[index] = background.map { Self.over($0, target[index]) } ?? Self.threshold(target[index])
    }
    return result
  }

  /// The pixel without its alpha from one half on, otherwise nothing.
  private static func threshold(_ pixel: UInt32) -> UInt32 {
    pixel >> 24 < 128 ? 0 : Premultiplication.unpremultiply(pixel) | 0xFF00_0000
  }

  private static func over(_ ground: UInt32, _ pixel: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    // No channel of a premultiplied pixel exceeds its alpha, so that none of the sums overflows.
    return pixel + Premultiplication.premultiply(ground | rest << 24)
  }
}

extension Pixmap {
  /// Pixels that are neither opaque nor transparent.
  var translucentCount: Int {
    var count: UInt32 = 0
    for pixel in pixels { count &+= (pixel >> 24 &+ 1) & 255 > 1 ? 1 : 0 }
    return Int(count)
  }
}
