internal import CKilnWebP
package import KilnDiagnostics
package import KilnPixels
internal import KilnPlatform
internal import KilnVP8L

/// Encoder of still WebP images, which also are the frames of an animation.
package enum WebPFrameEncoder {
  /// Encodes one image. Deterministic, for one version of libwebp where that encodes.
  ///
  /// - Parameters:
  ///   - colors: Unpremultiplies translucent pixels.
  /// - Throws: `usage.invalid` if an option is out of range, `image.encode.failed` if the pixmap is empty or has more
  ///   than 16383 pixels along a side, or `internal.error` if memory is exhausted.
  package static func encode(
    _ pixmap: Pixmap, options: WebPEncoderOptions, colors: Unpremultiplier = Unpremultiplier()
  ) throws(Diagnostic) -> [UInt8] {
    try checkCancellation()
    let config = try WebPConfig(options)
    guard isEncodedByKiln(options, for: pixmap) else { return try encode(pixmap, config, colors) }
    if options.lossless, let bitstream = try VP8LEncoder.encode(pixmap, colors: colors) {
      return WebPStill.file("VP8L", bitstream)
    }
    guard let alpha = try VP8LEncoder.alphaPlane(of: pixmap, quality: options.alphaQuality) else {
      return try encode(pixmap, config, colors)
    }
    let picture = try encode(pixmap, config, colors) { picture in
      let isDone =
        options.sharpYUV ? WebPPictureSharpARGBToYUVA(&picture) : WebPPictureARGBToYUVA(&picture, WEBP_YUV420)
      guard isDone != 0 else { return false }
      // Converted with alpha, so that libwebp can clean invisible pixels; then the alpha is dropped.
      WebPCleanupTransparentArea(&picture)
      picture.colorspace = WEBP_YUV420
      picture.a = nil
      return true
    }
    return WebPStill.file(
      picture, alpha: alpha, hasFewerLevels: options.alphaQuality < 100, width: pixmap.width, height: pixmap.height)
  }

  /// Calls a function that encodes images one after the other. Memory that only large ones need is kept from one to the
  /// next, and freed at the end.
  ///
  /// - Parameter pixelCount: Number of pixels of the largest image.
  /// - Throws: Errors of `body`.
  package static func keepingMemory<Result>(
    pixelCount: Int, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try VP8LScratchMemory.keep(pixelCount: pixelCount, during: body)
  }

  /// Encodes an image with libwebp.
  ///
  /// - Parameter prepare: Changes the picture before it is encoded. Returns whether that was possible.
  private static func encode(
    _ pixmap: Pixmap, _ config: WebPConfig, _ colors: Unpremultiplier,
    prepare: (inout WebPPicture) -> Bool = { _ in true }
  ) throws(Diagnostic) -> [UInt8] {
    var config = config
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
    // libwebp may modify them under transparent pixels.
    var words = colors.straight(pixmap.pixels)
    // In place: no second array of a large picture. libwebp has blue in the lowest byte.
    for index in words.indices {
      words[index] = words[index] & 0xff00_ff00 | (words[index] & 255) << 16 | words[index] >> 16 & 255
    }
    let isDone = withUnsafeMutablePointer(to: &writer) { writer in
      words.withUnsafeMutableBufferPointer { words in
        picture.argb = words.baseAddress
        picture.writer = WebPMemoryWrite
        picture.custom_ptr = UnsafeMutableRawPointer(writer)
        picture.progress_hook = { _, _ in CancellationScope.isCancelled?() == true ? 0 : 1 }
        return prepare(&picture) && WebPEncode(&config, &picture) != 0
      }
    }
    guard isDone else {
      if picture.error_code == VP8_ENC_ERROR_USER_ABORT { try checkCancellation() }
      throw WebPFailure.encoding(picture.error_code)
    }
    return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
  }

  /// Whether Kiln and not libwebp encodes what is lossless in an image: its pixels, or the alpha channel beside lossy
  /// colours, if there is one. Method and search do not change its size then.
  package static func isEncodedByKiln(_ options: WebPEncoderOptions, for pixmap: Pixmap) -> Bool {
    options.usesOwnEncoder && (!options.lossless || options.nearLossless == 100) && VP8LEncoder.canEncode(pixmap)
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
    // Frames are already encoded in parallel.
    thread_level = 0
    // libwebp's validation accepts NaN.
    guard quality.isFinite, WebPValidateConfig(&self) != 0 else {
      throw Diagnostic(
        .usageInvalid, "A WebP option is out of its range",
        advice: "method goes from 0 to 6, search, quality, alpha quality and near-lossless from 0 to 100")
    }
  }
}
