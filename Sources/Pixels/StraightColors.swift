/// Finds straight words for premultiplied pixels, in the colours of what is drawn.
///
/// The more transparent a pixel, the more straight colours become it when they are premultiplied. If each pixel is divided
/// by its alpha, an edge of one colour gets another one at every alpha. Here it keeps its colour wherever that gives
/// exactly the pixel, so that only alpha varies: a sixth fewer bytes for icons on transparent ground. What a pixel becomes
/// depends on nothing else, and all formats show the same.
public struct StraightColors: Sendable {
  /// Flat artwork has fewer colours.
  private static let limit = 32

  private let colors: [UInt32]
  /// The colours premultiplied by each alpha, those with the same alpha side by side.
  private let premultiplied: [UInt32]

  /// For pixels in some colours, of which the first few different ones count.
  ///
  /// - Parameters:
  ///   - colors: RGBA words as in `Pixmap`; their alpha does not matter.
  public init(_ colors: some Sequence<UInt32> = []) {
    var first: [UInt32] = []
    for color in colors where !first.contains(color & 0xFF_FFFF) {
      if first.count == Self.limit { break }
      first.append(color & 0xFF_FFFF)
    }
    self.colors = first
    premultiplied = (0..<256).flatMap { alpha in
      first.map { Premultiplication.premultiply($0 | UInt32(alpha) << 24) }
    }
  }

  /// The straight words of pixels. `Premultiplication.premultiply` gives each pixel back.
  public func straight(_ pixels: [UInt32]) -> [UInt32] {
    var last: (pixel: UInt32, straight: UInt32) = (0, 0)
    return pixels.map { pixel in
      if pixel >> 24 == 255 || pixel == 0 { return pixel }
      if pixel != last.pixel { last = (pixel, straight(pixel)) }
      return last.straight
    }
  }

  private func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel & 0xFF00_0000
    let first = Int(alpha >> 24) * colors.count
    for (index, color) in colors.enumerated() where premultiplied[first + index] == pixel { return color | alpha }
    return Premultiplication.unpremultiply(pixel)
  }
}
