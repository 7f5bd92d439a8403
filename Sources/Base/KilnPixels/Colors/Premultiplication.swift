/// Conversion between straight and premultiplied RGBA words. All modules use these functions, so that rounding is the
/// same everywhere.
public enum Premultiplication {
  /// Multiplies the colour channels of a straight RGBA word by its alpha, rounding to nearest.
  @inlinable
  public static func premultiply(_ straight: UInt32) -> UInt32 {
    let alpha = straight >> 24
    if alpha == 255 { return straight }
    // Red and blue at once.
    let outer = (straight & 0xFF00FF) &* alpha &+ 0x80_0080
    let green = (straight >> 8 & 0xFF) &* alpha &+ 0x80
    return (outer &+ outer >> 8 & 0xFF00FF) >> 8 & 0xFF00FF | (green &+ green >> 8) & 0xFF00 | alpha << 24
  }

  /// Divides the colour channels of a premultiplied RGBA word by its alpha, rounding to nearest.
  ///
  /// An alpha of 0 gives 0. `premultiply` of the result is the argument again.
  @inlinable
  public static func unpremultiply(_ premultiplied: UInt32) -> UInt32 {
    let alpha = premultiplied >> 24
    if alpha == 255 { return premultiplied }
    if alpha == 0 { return 0 }
    return divide(premultiplied & 255, alpha) | divide(premultiplied >> 8 & 255, alpha) << 8
      | divide(premultiplied >> 16 & 255, alpha) << 16 | alpha << 24
  }

  /// `round(a * b / 255)` for bytes.
  @inlinable
  static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let t = a &* b &+ 128
    return (t &+ t >> 8) >> 8
  }

  @inlinable
  static func divide(_ channel: UInt32, _ alpha: UInt32) -> UInt32 {
    min(255, (channel &* 255 &+ alpha / 2) / alpha)
  }
}

extension Pixmap {
  /// Straight RGBA bytes, four a pixel, rows without padding, as PNG and WebP encoders expect.
  public var straightRGBA: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { bytes, count in
      var offset = 0
      for pixel in pixels {
        let straight = Premultiplication.unpremultiply(pixel)
        bytes[offset] = UInt8(truncatingIfNeeded: straight)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: straight >> 8)
        bytes[offset + 2] = UInt8(truncatingIfNeeded: straight >> 16)
        bytes[offset + 3] = UInt8(truncatingIfNeeded: straight >> 24)
        offset += 4
      }
      count = offset
    }
  }

  /// Premultiplies straight RGBA bytes, four a pixel, as decoders return them.
  ///
  /// - Precondition: `straightRGBA.count == width * height * 4`.
  public init(width: Int, height: Int, straightRGBA bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "byte count must match the size")
    let pixels = bytes.withUnsafeBytes { bytes in
      [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
        count = width * height
        for index in 0..<count {
          let word = bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
          pixels[index] = Premultiplication.premultiply(UInt32(littleEndian: word))
        }
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
