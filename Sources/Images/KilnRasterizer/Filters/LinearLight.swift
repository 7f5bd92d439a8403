internal import KilnGeometry
internal import KilnPixels

/// The transfer function of sRGB (IEC 61966-2-1).
enum LinearLight {
  /// Linear light of an sRGB component 0…1.
  static func decoded(_ component: Double) -> Double {
    component <= 0.04045 ? component / 12.92 : Scalar.power((component + 0.055) / 1.055, 2.4)
  }

  /// sRGB component of linear light 0…1.
  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * Scalar.power(light, 1 / 2.4) - 0.055
  }

  /// Linear light of each 8-bit component, in 1/65535.
  static let light: [UInt16] = (0..<256).map { UInt16((decoded(Double($0) / 255) * 65535).rounded()) }

  /// 8-bit component of each value of linear light, in 1/65535.
  static let bytes: [UInt8] = (0..<65536).map { UInt8((encoded(Double($0) / 65535) * 255).rounded()) }
}

/// An image in premultiplied linear RGBA, 16 bits a channel.
struct LinearImage {
  let width: Int
  let height: Int
  var pixels: [SIMD4<UInt16>]

  init(width: Int, height: Int, pixels: [SIMD4<UInt16>]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  init(_ pixmap: Pixmap) {
    width = pixmap.width
    height = pixmap.height
    let light = LinearLight.light
    pixels = pixmap.pixels.map { pixel in
      if pixel == 0 { return .zero }
      let straight = Premultiplication.unpremultiply(pixel)
      let alpha = pixel >> 24
      let components = SIMD4<UInt32>(
        UInt32(light[Int(straight & 255)]), UInt32(light[Int(straight >> 8 & 255)]),
        UInt32(light[Int(straight >> 16 & 255)]), 65535)
      return SIMD4(truncatingIfNeeded: (components &* alpha &+ 127) / 255)
    }
  }

  /// A solid colour multiplied by alpha.
  ///
  /// - Parameters:
  ///   - color: Straight sRGB red, green, blue and alpha, 0…1.
  init(_ alpha: BlurredAlpha, color: SIMD4<Float>) {
    width = alpha.width
    height = alpha.height
    var light = SIMD4<Float>(repeating: color.w)
    for channel in 0..<3 { light[channel] *= Float(LinearLight.decoded(Double(color[channel]))) }
    pixels = alpha.values.prefix(width * height).map { alpha in
      if alpha == 0 { return .zero }
      let exact = light * Float(alpha)
      // Rounding and converting a vector would be a call for each component.
      return SIMD4(Self.rounded(exact.x), Self.rounded(exact.y), Self.rounded(exact.z), Self.rounded(exact.w))
    }
  }

  /// The nearest whole number, halves away from zero, of one 0…65535.
  private static func rounded(_ value: Float) -> UInt16 {
    let whole = UInt16(value)
    return value - Float(whole) >= 0.5 ? whole &+ 1 : whole
  }

  /// The image converted to premultiplied sRGB.
  var pixmap: Pixmap {
    let bytes = LinearLight.bytes
    let words = pixels.map { pixel -> UInt32 in
      let alpha = UInt32(pixel.w)
      if alpha == 0 { return 0 }
      func byte(_ channel: UInt16) -> UInt32 {
        UInt32(bytes[Int(min(65535, (UInt32(channel) &* 65535 &+ alpha / 2) / alpha))])
      }
      let straight = byte(pixel.x) | byte(pixel.y) << 8 | byte(pixel.z) << 16 | ((alpha &* 255 &+ 32767) / 65535) << 24
      return Premultiplication.premultiply(straight)
    }
    return Pixmap(width: width, height: height, pixels: words)
  }

  /// Composites this image over another one of the same size that is translated by whole pixels.
  func over(_ below: LinearImage, movedBy x: Int, _ y: Int) -> LinearImage {
    var result = self
    for row in max(0, y)..<max(0, y, min(height, height + y)) {
      for column in max(0, x)..<max(0, x, min(width, width + x)) {
        let index = row * width + column
        let rest = 65535 &- UInt32(pixels[index].w)
        if rest == 0 { continue }
        let seen = SIMD4<UInt32>(truncatingIfNeeded: below.pixels[(row - y) * width + column - x]) &* rest
        result.pixels[index] &+= SIMD4(truncatingIfNeeded: (seen &+ 32767) / 65535)
      }
    }
    return result
  }
}
