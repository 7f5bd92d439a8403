internal import Pixels

/// The pixels of an image file in the file's own colours.
struct FilePicture {
  let width: Int
  let height: Int
  /// Four bytes a pixel, rows without padding; alpha is straight.
  var pixels: [UInt8]
  let channels: PixelChannels
  /// What the file says about its colours, in the order of precedence.
  let colors: [ColorConversion.Candidate]

  /// The picture in sRGB, and why a description of its colours was ignored; nil if none was.
  consuming func standard() -> (pixmap: Pixmap, fault: ColorFault?) {
    let fault = ColorConversion.convert(&pixels, channels, from: colors)
    return (Pixmap(width: width, height: height, straightRGBA: pixels), fault)
  }
}
