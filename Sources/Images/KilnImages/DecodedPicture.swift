internal import KilnPixels

/// Decoded pixels of an image file in the file's own colour space.
struct DecodedPicture {
  let width: Int
  let height: Int
  /// Four bytes a pixel, rows without padding, straight alpha.
  var pixels: [UInt8]
  let channels: PixelChannels
  /// The file's colour descriptions in order of precedence.
  let colors: [ColorConversion.Candidate]

  /// The pixels converted to sRGB, and the reason why a colour description was ignored; nil if none was.
  consuming func standard() -> (pixmap: Pixmap, fault: ColorFault?) {
    let fault = ColorConversion.convert(&pixels, channels, from: colors)
    return (Pixmap(width: width, height: height, straightRGBA: pixels), fault)
  }
}
