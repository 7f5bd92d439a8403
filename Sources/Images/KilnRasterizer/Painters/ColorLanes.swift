/// Colour components of four pixels as vectors: 0…1, premultiplied or straight.
struct ColorLanes {
  var red: SIMD4<Float>
  var green: SIMD4<Float>
  var blue: SIMD4<Float>

  @inline(__always)
  init(red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The components of RGBA words.
  @inline(__always)
  init(_ pixels: SIMD4<UInt32>) {
    self.init(
      red: Self.components(pixels & 255), green: Self.components(pixels &>> 8 & 255),
      blue: Self.components(pixels &>> 16 & 255))
  }

  /// The alpha of RGBA words, 0…1.
  @inline(__always)
  static func alphas(of pixels: SIMD4<UInt32>) -> SIMD4<Float> { components(pixels &>> 24) }

  @inline(__always)
  func map(_ transform: (SIMD4<Float>) -> SIMD4<Float>) -> ColorLanes {
    ColorLanes(red: transform(red), green: transform(green), blue: transform(blue))
  }

  @inline(__always)
  private static func components(_ bytes: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) / 255
  }
}

extension SIMD4<Float> {
  /// Numbers from 0 to less than 256, rounded down.
  @inline(__always)
  var truncatedBytes: SIMD4<UInt32> {
    // Above 2²³ a `Float` is an integer whose lowest bits are those of the number. Conversions would be checked, lane by lane.
    let integerBase: Float = 8_388_608
    let nearest = self + integerBase
    let integers = unsafeBitCast(nearest, to: SIMD4<UInt32>.self)
    return integers.replacing(with: integers &- 1, where: nearest - integerBase .> self) & 255
  }
}

/// The first vector's lanes where a mask is true, else the second's.
@inline(__always)
func select(_ mask: SIMDMask<SIMD4<Int32>>, _ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  b.replacing(with: a, where: mask)
}

/// The lesser number of each lane; other than `pointwiseMin` one instruction, because nothing is asked about what is not a
/// number.
@inline(__always)
func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }

/// The greater number of each lane, likewise.
@inline(__always)
func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .> a) }
