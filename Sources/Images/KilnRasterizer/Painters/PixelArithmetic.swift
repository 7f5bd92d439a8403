/// Arithmetic on premultiplied RGBA words, two channels at a time; every product is rounded to nearest.
enum PixelArithmetic {
  /// Multiplies all four channels by `factor / 255`, with a factor in 0…255.
  @inline(__always)
  static func scale(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    var low = (pixel & 0xFF00FF) &* factor &+ 0x80_0080
    low = (low &+ (low >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF
    var high = (pixel >> 8 & 0xFF00FF) &* factor &+ 0x80_0080
    high = (high &+ (high >> 8 & 0xFF00FF)) & 0xFF00_FF00
    return low | high
  }

  /// Composites `source` over `destination`.
  @inline(__always)
  static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scale(destination, by: 255 &- source >> 24)
  }
}

/// The same for four pixels at once, as vectors of eight 16-bit lanes, which every SIMD unit can multiply. Widening
/// bytes by conversion took seven times as long.
extension PixelArithmetic {
  /// Multiplies the channels of each pixel by its factor / 255.
  @inline(__always)
  static func scale(_ pixels: SIMD4<UInt32>, by factors: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let wide = halves(factors | factors &<< 16)
    let low = divided(halves(pixels & 0xFF00FF) &* wide)
    let high = divided((halves(pixels) &>> 8) &* wide)
    return words(low) | words(high) &<< 8
  }

  /// Composites each source over its destination.
  @inline(__always)
  static func over(_ sources: SIMD4<UInt32>, _ destinations: SIMD4<UInt32>) -> SIMD4<UInt32> {
    sources &+ scale(destinations, by: 255 &- sources &>> 24)
  }

  /// Composites each source, multiplied by its weight / 255, over its destination.
  ///
  /// The sum is rounded once, which is more accurate and a quarter faster than scaling first. It fits into 16 bits,
  /// because no channel exceeds its alpha.
  @inline(__always)
  static func over(
    _ sources: SIMD4<UInt32>, weights: SIMD4<UInt32>, _ destinations: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let rests = 255 &- words(divided(halves(sources &>> 24) &* halves(weights)))
    let (shares, restShares) = (halves(weights | weights &<< 16), halves(rests | rests &<< 16))
    let low = divided(halves(sources & 0xFF00FF) &* shares &+ halves(destinations & 0xFF00FF) &* restShares)
    let high = divided(
      halves(sources) &>> 8 &* shares &+ halves(destinations) &>> 8 &* restShares)
    return words(low) | words(high) &<< 8
  }

  /// The same for opaque sources, with half of the products: `d * 255 + (s - d) * weight`, whose difference and product wrap
  /// around, while the sum is right again.
  @inline(__always)
  static func mix(
    _ sources: SIMD4<UInt32>, weights: SIMD4<UInt32>, _ destinations: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let shares = halves(weights | weights &<< 16)
    let (low, high) = (halves(destinations & 0xFF00FF), halves(destinations) &>> 8)
    let lowSum = (low &<< 8 &- low) &+ (halves(sources & 0xFF00FF) &- low) &* shares
    let highSum = (high &<< 8 &- high) &+ (halves(sources) &>> 8 &- high) &* shares
    return words(divided(lowSum)) | words(divided(highSum)) &<< 8
  }

  /// Whether all four pixels are opaque.
  @inline(__always)
  static func isOpaque(_ pixels: SIMD4<UInt32>) -> Bool {
    pixels | 0x00FF_FFFF == SIMD4(repeating: .max)
  }

  @inline(__always)
  private static func halves(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(words, to: SIMD8<UInt16>.self) }

  @inline(__always)
  private static func words(_ halves: SIMD8<UInt16>) -> SIMD4<UInt32> { unsafeBitCast(halves, to: SIMD4<UInt32>.self) }

  /// Divides by 255, rounded to nearest; exact for products of bytes.
  @inline(__always)
  private static func divided(_ products: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let sum = products &+ 128
    return (sum &+ sum &>> 8) &>> 8
  }
}
