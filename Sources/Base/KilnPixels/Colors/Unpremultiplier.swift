/// Converts premultiplied pixels to straight ones, preferring the colours of a palette.
///
/// The more transparent a pixel is, the more straight colours give it when they are premultiplied. Division by alpha
/// yields a different colour for every alpha along an edge of one colour. Here the edge keeps the palette's colour
/// wherever that premultiplies to exactly the pixel, so that only alpha varies: a sixth fewer bytes for icons on a
/// transparent ground. The result for a pixel depends on nothing else and premultiplies to the same pixel.
public struct Unpremultiplier: Sendable {
  /// Maximum number of palette colours; flat artwork has fewer.
  private static let maximumColorCount = 32

  private let colors: [UInt32]
  /// Each palette colour premultiplied by each alpha; entries of the same alpha are adjacent.
  private let premultiplied: [UInt32]
  private var keepsPremultiplied = false

  /// Leaves pixels as they are, for files whose readers expect premultiplied colours.
  public static let keepingPremultiplied: Unpremultiplier = {
    var result = Unpremultiplier()
    result.keepsPremultiplied = true
    return result
  }()

  /// An unpremultiplier that prefers the first 32 distinct colours of a sequence.
  ///
  /// - Parameters:
  ///   - colors: RGBA words as in `Pixmap`; their alpha is ignored.
  public init(_ colors: some Sequence<UInt32> = []) {
    var first: [UInt32] = []
    for color in colors where !first.contains(color & 0xFF_FFFF) {
      if first.count == Self.maximumColorCount { break }
      first.append(color & 0xFF_FFFF)
    }
    self.colors = first
    premultiplied = (0..<256).flatMap { alpha in
      first.map { Premultiplication.premultiply($0 | UInt32(alpha) << 24) }
    }
  }

  /// The straight words of premultiplied pixels; `Premultiplication.premultiply` gives each pixel back.
  public func straight(_ pixels: [UInt32]) -> [UInt32] {
    if keepsPremultiplied { return pixels }
    var last: (pixel: UInt32, straight: UInt32) = (0, 0)
    return pixels.map { pixel in
      if pixel >> 24 == 255 || pixel == 0 { return pixel }
      if pixel != last.pixel { last = (pixel, straightened(pixel)) }
      return last.straight
    }
  }

  /// The straight word of one premultiplied pixel.
  public func straight(_ pixel: UInt32) -> UInt32 {
    keepsPremultiplied || pixel >> 24 == 255 || pixel == 0 ? pixel : straightened(pixel)
  }

  private func straightened(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel & 0xFF00_0000
    let first = Int(alpha >> 24) * colors.count
    for (index, color) in colors.enumerated() where premultiplied[first + index] == pixel { return color | alpha }
    return Premultiplication.unpremultiply(pixel)
  }
}
