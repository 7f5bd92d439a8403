/// Arithmetic on the four channels of a pixel.
enum VP8LPixel {
  /// A straight RGBA word of a pixmap with blue in the lowest byte.
  @inline(__always)
  static func word(_ straight: UInt32) -> UInt32 {
    straight & 0xff00_ff00 | (straight & 255) << 16 | straight >> 16 & 255
  }

  /// The difference of each channel, modulo 256.
  @inline(__always)
  static func difference(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let alphaGreen = 0x00ff_00ff &+ (first & 0xff00_ff00) &- (second & 0xff00_ff00)
    let redBlue = 0xff00_ff00 &+ (first & 0x00ff_00ff) &- (second & 0x00ff_00ff)
    return alphaGreen & 0xff00_ff00 | redBlue & 0x00ff_00ff
  }

  /// The pixel with green subtracted from red and blue.
  @inline(__always)
  static func subtractingGreen(_ pixel: UInt32) -> UInt32 {
    let green = pixel >> 8 & 255
    return pixel & 0xff00_ff00 | (0xff00_ff00 &+ (pixel & 0x00ff_00ff) &- (green | green << 16)) & 0x00ff_00ff
  }

  /// The mean of each channel, rounded down.
  @inline(__always)
  static func mean(_ first: UInt32, _ second: UInt32) -> UInt32 {
    ((first ^ second) & 0xfefe_fefe) >> 1 &+ (first & second)
  }

  /// A word made of what a function gives for each channel, limited to 0…255.
  @inline(__always)
  static func channels(_ value: (UInt32) -> Int) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: min(max(value(shift), 0), 255)) &<< shift }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }

  /// One channel.
  @inline(__always)
  static func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel &>> shift & 255) }

  /// The sum of the absolute differences of the channels.
  @inline(__always)
  static func distance(_ first: UInt32, _ second: UInt32) -> Int {
    abs(channel(first, 0) &- channel(second, 0)) &+ abs(channel(first, 8) &- channel(second, 8))
      &+ abs(channel(first, 16) &- channel(second, 16)) &+ abs(channel(first, 24) &- channel(second, 24))
  }
}
