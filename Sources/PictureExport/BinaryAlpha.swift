internal import Pixels
internal import TimelineModel

/// Makes pixels opaque or transparent.
struct BinaryAlpha: Sendable {
  /// Colour that translucent pixels are drawn over; nil if they become opaque from one half on.
  private let background: UInt32?
  /// What translucent pixels are a part of, so that an edge gets the colour of its area and no similar ones.
  private let colors: Unpremultiplier

  init(background: StraightColor?, colors: Unpremultiplier) {
    self.colors = colors
    self.background = background.map { color in
      [color.blue, color.green, color.red].reduce(0) { $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded()) }
    }
  }

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
