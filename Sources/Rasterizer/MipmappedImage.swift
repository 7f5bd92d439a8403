internal import Geometry
public import Pixels

/// A picture with halved copies, so that shrinking it neither flickers nor loses lines.
public struct MipmappedImage: Sendable {
  /// The picture, then each time half as wide and high, down to one pixel.
  let levels: [Pixmap]
  /// Outside of it the picture is transparent.
  private let content: PixelRect

  /// Makes the halved copies.
  public init(_ image: Pixmap) {
    var levels = [image]
    while let last = levels.last, last.width > 1 || last.height > 1, last.width > 0, last.height > 0 {
      levels.append(Self.halved(last))
    }
    self.levels = levels
    content = image.contentBounds
  }

  /// A picture that will not be shrunk.
  public init(unscaled image: Pixmap) {
    levels = [image]
    content = image.bounds
  }

  /// Pixels along a row of the picture itself.
  public var width: Int { levels[0].width }
  /// Rows of the picture itself.
  public var height: Int { levels[0].height }

  /// What may be seen of the picture when a copy with pixels of a size is painted: neighbours are mixed.
  func visibleBounds(pixelSize: Double) -> Rect {
    guard !content.isEmpty else { return .empty }
    let content = Rect(
      minX: Double(content.minX), minY: Double(content.minY), maxX: Double(content.maxX), maxY: Double(content.maxY))
    return content.insetBy(-2 * pixelSize).intersection(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
  }

  /// The smallest copy that still has at least as many pixels as are painted, and how many of the picture's pixels one
  /// of its pixels is wide and high (the last ones reach over the edge at odd sizes).
  func level(forScale scale: Double) -> (image: Pixmap, pixelSize: Double) {
    var index = 0
    var remaining = scale
    var pixelSize = 1.0
    while remaining <= 0.5, index + 1 < levels.count {
      remaining *= 2
      pixelSize *= 2
      index += 1
    }
    return (levels[index], pixelSize)
  }

  /// Each pixel the mean of four; at odd sizes the last row or column counts twice.
  private static func halved(_ image: Pixmap) -> Pixmap {
    var result = Pixmap(width: (image.width + 1) / 2, height: (image.height + 1) / 2)
    for y in 0..<result.height {
      let upper = 2 * y * image.width
      let lower = min(2 * y + 1, image.height - 1) * image.width
      for x in 0..<result.width {
        let left = 2 * x
        let right = min(left + 1, image.width - 1)
        let four = [
          image.pixels[upper + left], image.pixels[upper + right], image.pixels[lower + left],
          image.pixels[lower + right],
        ]
        var word: UInt32 = 0
        for shift in stride(from: UInt32(0), through: 24, by: 8) {
          let sum = four.reduce(UInt32(2)) { $0 + ($1 >> shift & 255) }
          word |= (sum / 4) << shift
        }
        result.pixels[y * result.width + x] = word
      }
    }
    return result
  }
}
