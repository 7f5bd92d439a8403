internal import CKilnWebP
internal import KilnDiagnostics
internal import KilnPixels

/// Decoder of still WebP, lossy and lossless.
enum WebPDecoder {
  /// Whether the extended header says that there are frames (WebP container specification, “Extended File Format”).
  static func isAnimated(_ file: [UInt8]) -> Bool {
    file.count > 20 && file[12..<16].elementsEqual("VP8X".utf8) && file[20] & 2 != 0
  }

  /// The first frame of an animation; nil for a still image.
  static func firstFrame(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> DecodedPicture? {
    guard isAnimated(bytes) else { return nil }
    // Checks the size.
    let reader = try AnimatedWebPReader(bytes, limits: limits)
    let decoder = try WebPFrameDecoder(bytes, width: reader.width, height: reader.height)
    guard let pixels = try decoder.nextPixels() else {
      throw WebPFailure.invalid("it has no frames")
    }
    return DecodedPicture(
      width: reader.width, height: reader.height, pixels: pixels, channels: .rgb,
      colors: WebPColorProfile.candidates(in: bytes))
  }

  static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> DecodedPicture {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw WebPFailure.version }
    let status = WebPGetFeatures(bytes, bytes.count, &config.input)
    guard status == VP8_STATUS_OK else { throw WebPFailure.decoding(status) }
    let width = Int(config.input.width)
    let height = Int(config.input.height)
    try limits.check(width: width, height: height, "The WebP image")
    let rgba = try pixels(bytes, width: width, height: height, &config)
    return DecodedPicture(
      width: width, height: height, pixels: rgba, channels: .rgb, colors: WebPColorProfile.candidates(in: bytes))
  }

  private static func pixels(
    _ bytes: [UInt8], width: Int, height: Int, _ config: inout WebPDecoderConfig
  ) throws(Diagnostic) -> [UInt8] {
    var rgba = [UInt8](repeating: 0, count: width * height * 4)
    let status = rgba.withUnsafeMutableBufferPointer { target in
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = target.baseAddress
      config.output.u.RGBA.size = target.count
      config.output.u.RGBA.stride = Int32(width * 4)
      defer { WebPFreeDecBuffer(&config.output) }
      return WebPDecode(bytes, bytes.count, &config)
    }
    guard status == VP8_STATUS_OK else { throw WebPFailure.decoding(status) }
    return rgba
  }
}
