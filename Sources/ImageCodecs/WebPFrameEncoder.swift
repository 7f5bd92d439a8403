internal import CWebP
public import Diagnostics
public import Pixels

/// Turns pixels into a still WebP image, which is also what a frame of an animation is made of.
public enum WebPFrameEncoder {
  /// Encodes one picture. The same pixels always give the same bytes with one version of libwebp.
  ///
  /// - Parameters:
  ///   - colors: What translucent pixels are a part of.
  /// - Throws: `usage.invalid` if an option is out of its range, `image.encode.failed` if the picture has no pixels or
  ///   more than 16383 along a side.
  public static func encode(
    _ pixmap: Pixmap, options: WebPEncoderOptions, colors: Unpremultiplier = Unpremultiplier()
  ) throws(Diagnostic) -> [UInt8] {
    var config = try WebPConfig(options)
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw WebPFailure.version }
    defer { WebPPictureFree(&picture) }
    picture.use_argb = 1
    picture.width = Int32(clamping: pixmap.width)
    picture.height = Int32(clamping: pixmap.height)
    picture.argb_stride = picture.width

    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    // libwebp's words have blue in the lowest byte. It may clear colours under transparent pixels in them.
    var words = colors.straight(pixmap.pixels).map { $0 & 0xff00_ff00 | ($0 & 0xff) << 16 | $0 >> 16 & 0xff }
    let isDone = withUnsafeMutablePointer(to: &writer) { writer in
      words.withUnsafeMutableBufferPointer { words in
        picture.argb = words.baseAddress
        picture.writer = WebPMemoryWrite
        picture.custom_ptr = UnsafeMutableRawPointer(writer)
        return WebPEncode(&config, &picture) != 0
      }
    }
    guard isDone else { throw WebPFailure.encoding(picture.error_code) }
    return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
  }
}

extension WebPConfig {
  fileprivate init(_ options: WebPEncoderOptions) throws(Diagnostic) {
    self.init()
    guard WebPConfigInit(&self) != 0 else { throw WebPFailure.version }
    method = Int32(clamping: options.method)
    if options.lossless {
      lossless = 1
      quality = options.search
      near_lossless = Int32(clamping: options.nearLossless)
    } else {
      quality = options.quality
      alpha_quality = Int32(clamping: options.alphaQuality)
      use_sharp_yuv = options.sharpYUV ? 1 : 0
    }
    // Threads change nothing in the bytes, but frames are encoded side by side already.
    thread_level = 0
    // NaN passes libwebp's own checks.
    guard quality.isFinite, WebPValidateConfig(&self) != 0 else {
      throw Diagnostic(
        .usageInvalid, "A WebP option is out of its range",
        advice: "method goes from 0 to 6, search, quality, alpha quality and near-lossless from 0 to 100")
    }
  }
}
