internal import Pixels

/// Chooses among the straight colours that a premultiplied pixel may stand for: few different ones for a whole picture.
///
/// The more transparent a pixel, the more colours become it when they are premultiplied. If each pixel is divided by
/// its alpha, an edge of one colour gets another one at every alpha. Here pixels share colours as far as that gives
/// exactly them, so that along an edge only alpha varies: a sixth of the bytes of icons on transparent ground.
struct StraightColors {
  /// Colours that pixels may share. Flat artwork has fewer.
  private static let limit = 32
  /// After so many pixels more without a shared colour than with one, a picture counts as none of flat artwork.
  private static let patience = 64

  /// Shared colours, those of areas first.
  private var colors: [UInt32] = []
  private var isExhausted: Bool { misses > hits + Self.patience }
  private var hits = 0
  private var misses = 0

  /// Replaces premultiplied words by straight ones. The order of the colour channels does not matter.
  static func unpremultiply(_ words: inout [UInt32]) {
    let places = translucentPlaces(words.span)
    guard !places.isEmpty else { return }
    var colors = StraightColors(areasOf: words.span)
    for place in places { words[Int(place)] = colors.straight(words[Int(place)]) }
  }

  /// Begins with the colours of opaque areas.
  private init(areasOf pixels: Span<UInt32>) {
    var last = pixels[0]
    for index in 1..<pixels.count where pixels[index] != last {
      last = pixels[index]
      guard last >> 24 == 255, index + 1 < pixels.count, pixels[index + 1] == last else { continue }
      let color = last & 0xFF_FFFF
      if !colors.contains(color) { colors.append(color) }
      if colors.count == Self.limit { break }
    }
  }

  /// The straight word of a translucent pixel. More opaque ones come first, because fewer colours fit them.
  private mutating func straight(_ pixel: UInt32) -> UInt32 {
    guard !isExhausted else { return Premultiplication.unpremultiply(pixel) }
    let alpha = pixel & 0xFF00_0000
    for color in colors where Premultiplication.premultiply(color | alpha) == pixel {
      hits += 1
      return color | alpha
    }
    misses += 1
    let straight = Premultiplication.unpremultiply(pixel)
    if colors.count < Self.limit { colors.append(straight & 0xFF_FFFF) }
    return straight
  }

  /// Where pixels are neither opaque nor transparent, from the most to the least opaque.
  private static func translucentPlaces(_ pixels: Span<UInt32>) -> [UInt32] {
    // Pictures without any are told apart first, because this loop is vectorized.
    var translucent: UInt32 = 0
    for index in pixels.indices { translucent &+= (pixels[index] >> 24 &+ 1) & 255 > 1 ? 1 : 0 }
    guard translucent > 0 else { return [] }
    var starts = [Int](repeating: 0, count: 256)
    for index in pixels.indices { starts[Int(pixels[index] >> 24)] += 1 }
    var total = 0
    for alpha in (1..<255).reversed() { (starts[alpha], total) = (total, total + starts[alpha]) }
    var places = [UInt32](repeating: 0, count: total)
    for index in pixels.indices {
      let alpha = Int(pixels[index] >> 24)
      guard alpha > 0, alpha < 255 else { continue }
      places[starts[alpha]] = UInt32(truncatingIfNeeded: index)
      starts[alpha] += 1
    }
    return places
  }
}
