/// Conversion between straight and premultiplied RGBA words. All modules use these functions, so that rounding is the
/// same everywhere.
public enum Premultiplication {
  /// Multiplies the colour channels of a straight RGBA word by its alpha, rounding to nearest.
  @inlinable
  public static func premultiply(_ straight: UInt32) -> UInt32 {
    let alpha = straight >> 24
    if alpha == 255 { return straight }
    return multiply(straight & 255, alpha) | multiply(straight >> 8 & 255, alpha) << 8
      | multiply(straight >> 16 & 255, alpha) << 16 | alpha << 24
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
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let word =
        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
        | UInt32(bytes[offset + 3]) << 24
      pixels.append(Premultiplication.premultiply(word))
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
