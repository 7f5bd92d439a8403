internal import Diagnostics
internal import ImageCodecs

/// A patch as bytes of a still WebP image.
struct EncodedPatch: Sendable {
  var x: Int
  var y: Int
  var bytes: [UInt8]
  var isBlended: Bool
  var isAfterDisposal: Bool
}

/// Encodes one of several patches that show the same: the most promising, or the smallest of some.
struct PatchEncoder: Sendable {
  /// Settings of the codecs that may be used; the smaller result counts.
  var codecs: [WebPEncoderOptions]
  /// Patches that are tried with each codec.
  var trials: Int

  /// A patch and its bytes; nil if there are none to choose from.
  func encode(_ patches: [Patch]) throws(Diagnostic) -> (patch: Patch, bytes: [UInt8])? {
    var best: (patch: Patch, bytes: [UInt8])?
    for options in codecs {
      for patch in patches.lazy.filter({ options.lossless || !$0.isBlended }).prefix(trials) {
        let bytes = try WebPFrameEncoder.encode(patch.pixels, options: options)
        if bytes.count < best?.bytes.count ?? .max { best = (patch, bytes) }
      }
    }
    return best
  }
}
