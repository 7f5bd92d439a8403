internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPalettes
internal import KilnPixels
internal import KilnRendering

/// Codec and settings with which one frame is stored.
enum FrameForm: Sendable, Hashable {
  /// Exact but for the near-lossless preprocessing, 0…100.
  case lossless(near: Int)
  /// Exact but for a number of colours, 2…256.
  case palette(colors: Int)
  /// VP8, with qualities of colours and alpha, 0…100.
  case lossy(quality: Int, alpha: Int)

  /// Whether it is VP8.
  var isLossy: Bool { if case .lossy = self { true } else { false } }

  fileprivate var encoderOptions: WebPEncoderOptions {
    switch self {
    case .lossless(let near):
      var options = WebPEncoderOptions.lossless()
      options.nearLossless = near
      return options
    case .palette: return .lossless()
    case .lossy(let quality, let alpha):
      var options = WebPEncoderOptions.lossy(quality: Float(quality))
      options.alphaQuality = alpha
      return options
    }
  }
}

/// Encodes planned frames in several forms.
struct FormEncoder: Sendable {
  let effort: WebPEffort
  let colors: Unpremultiplier

  /// A frame in a form.
  func encode(_ frame: PlannedFrame, as form: FrameForm) throws(Diagnostic) -> EncodedSubframe {
    let encoder = SubframeEncoder(codecs: [form.encoderOptions], effort: effort, colors: colors)
    var subframes = frame.subframes
    if case .palette(let colors) = form {
      let quantizer = ColorQuantizer(colors: min(256, max(2, colors)), maximumError: 255)
      subframes = subframes.prefix(1).map { subframe in
        guard let pixels = quantizer.quantized(subframe.pixels)?.picture else { return subframe }
        return Subframe(rect: subframe.rect, pixels: pixels, isBlended: subframe.isBlended, disposal: subframe.disposal)
      }
    }
    guard let (subframe, bytes) = try encoder.encode(subframes) else {
      throw Diagnostic(.internalError, "a frame has no picture")
    }
    return EncodedSubframe(subframe, bytes: bytes)
  }

  /// 1 − SSIM of what a viewer shows in a frame's rectangle.
  func loss(of encoded: EncodedSubframe, _ frame: PlannedFrame, limits: Limits) throws(Diagnostic) -> Double {
    guard let whole = frame.subframes.first(where: { !$0.isBlended }) else { return 0 }
    var decoded = try ImageDecoder.decode(encoded.bytes, limits: limits)
    // Transparent pixels of a blended subframe keep what the canvas showed.
    if encoded.isBlended {
      for index in decoded.pixels.indices where decoded.pixels[index] == 0 {
        decoded.pixels[index] = whole.pixels.pixels[index]
      }
    }
    return 1 - StructuralSimilarity.ofContent(whole.pixels, decoded, step: 2)
  }
}

extension EncodedSubframe {
  /// Bytes that it adds to a file.
  var fileBytes: Int {
    // A frame's header takes the place of that of the file and, where there is one, of its extended header.
    bytes.count + 12 - (bytes.dropFirst(12).starts(with: "VP8X".utf8) ? 18 : 0)
  }

  /// Bytes of its alpha channel, if it is lossily coded.
  var alphaBytes: Int { WebPCoding.alphaBytes(bytes) }

}
