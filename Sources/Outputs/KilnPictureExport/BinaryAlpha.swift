internal import KilnPixels
internal import KilnTimeline

/// Replaces translucent pixels by opaque or transparent ones.
struct BinaryAlpha: Sendable {
  /// Opaque premultiplied pixel that translucent ones are composited over; nil for a threshold of one half.
  private let background: UInt32?
  /// Converts to straight colours, such that an edge gets the colour of its area and no similar one.
  private let colors: Unpremultiplier

  init(background: StraightColor?, colors: Unpremultiplier) {
    self.colors = colors
    self.background = background.map { color in
      [color.blue, color.green, color.red].reduce(0) { $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded()) }
    }
  }

  /// The picture with alpha 0 or 255 in every pixel.
  func applied(to picture: Pixmap) -> Pixmap {
    var pixels = background == nil ? colors.straight(picture.pixels) : picture.pixels
    var target = pixels.mutableSpan
    for index in target.indices {
      let pixel = target[index]
      guard pixel >> 24 != 255, pixel >> 24 != 0 else { continue }
      target[index] = background.map { Self.over($0, pixel) } ?? (pixel >> 24 < 128 ? 0 : pixel | 0xFF00_0000)
    }
    return Pixmap(width: picture.width, height: picture.height, pixels: pixels)
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
