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
  func encode(_ frame: PlannedFrame, as form: FrameForm) throws(Diagnostic) -> EncodedPatch {
    let encoder = PatchEncoder(codecs: [form.encoderOptions], effort: effort, colors: colors)
    var patches = frame.patches
    if case .palette(let colors) = form {
      let quantizer = ColorQuantizer(colors: min(256, max(2, colors)), maximumError: 255)
      patches = patches.prefix(1).map { patch in
        guard let pixels = quantizer.quantized(patch.pixels)?.picture else { return patch }
        return Patch(rect: patch.rect, pixels: pixels, isBlended: patch.isBlended, disposal: patch.disposal)
      }
    }
    guard let (patch, bytes) = try encoder.encode(patches) else {
      throw Diagnostic(.internalError, "a frame has no picture")
    }
    return EncodedPatch(patch, bytes: bytes)
  }

  /// 1 − SSIM of what a viewer shows in a frame's rectangle.
  func loss(of encoded: EncodedPatch, _ frame: PlannedFrame, limits: Limits) throws(Diagnostic) -> Double {
    guard let whole = frame.patches.first(where: { !$0.isBlended }) else { return 0 }
    var decoded = try ImageDecoder.decode(encoded.bytes, limits: limits)
    // Transparent pixels of a blended patch keep what the canvas showed.
    if encoded.isBlended {
      for index in decoded.pixels.indices where decoded.pixels[index] == 0 {
        decoded.pixels[index] = whole.pixels.pixels[index]
      }
    }
    return 1 - StructuralSimilarity.ofContent(whole.pixels, decoded, step: 2)
  }
}

extension EncodedPatch {
  /// Bytes that it adds to a file.
  var fileBytes: Int {
    // A frame's header takes the place of that of the file and, where there is one, of its extended header.
    bytes.count + 12 - (bytes.dropFirst(12).starts(with: "VP8X".utf8) ? 18 : 0)
  }

  /// Bytes of its alpha channel, if it is lossily coded.
  var alphaBytes: Int { WebPCoding.alphaBytes(bytes) }

}
