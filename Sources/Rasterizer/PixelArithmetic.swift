/// Arithmetic on premultiplied words, two channels at a time, every product rounded to nearest.
enum PixelArithmetic {
  /// All four channels times `factor / 255`, factor 0…255.
  @inline(__always)
  static func scale(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    var low = (pixel & 0xFF00FF) &* factor &+ 0x80_0080
    low = (low &+ (low >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF
    var high = (pixel >> 8 & 0xFF00FF) &* factor &+ 0x80_0080
    high = (high &+ (high >> 8 & 0xFF00FF)) & 0xFF00_FF00
    return low | high
  }

  /// `source` over `destination`.
  @inline(__always)
  static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scale(destination, by: 255 &- source >> 24)
  }
}
