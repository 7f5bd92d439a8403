internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPixels
internal import KilnRendering

/// A patch as bytes of a still WebP image.
struct EncodedPatch: Sendable {
  /// Column of its left edge, even.
  var x: Int
  /// Row of its top edge, even.
  var y: Int
  var bytes: [UInt8]
  /// Whether the pixels are composited onto the canvas; otherwise they replace it.
  var isBlended: Bool
  /// Whether the rectangle of the patch before becomes transparent first.
  var isAfterDisposal: Bool
}

/// Encodes one of several patches that show the same: the most promising, or the smallest of some.
struct PatchEncoder: Sendable {
  /// Settings of the codecs that may be used; the smaller result counts.
  var codecs: [WebPEncoderOptions]
  var effort: WebPEffort
  /// Converts premultiplied pixels to straight ones.
  var colors = Unpremultiplier()

  /// A patch and its bytes; nil if there are none to choose from.
  func encode(_ patches: [Patch]) throws(Diagnostic) -> (patch: Patch, bytes: [UInt8])? {
    var best: (patch: Patch, bytes: [UInt8])?
    for options in codecs {
      for patch in patches.lazy.filter({ options.lossless || !$0.isBlended }).prefix(effort.trials) {
        let bytes = try WebPFrameEncoder.encode(patch.pixels, options: tuned(options, for: patch), colors: colors)
        if bytes.count < best?.bytes.count ?? .max { best = (patch, bytes) }
      }
    }
    return best
  }

  /// The settings with an effort that pays on a patch.
  private func tuned(_ options: WebPEncoderOptions, for patch: Patch) -> WebPEncoderOptions {
    var options = options
    options.usesOwnEncoder = effort.usesOwnEncoder
    if options.lossless {
      if !WebPFrameEncoder.isOwn(options, for: patch.pixels) {
        (options.method, options.search) = effort.lossless(for: patch.texture)
      }
    } else {
      options.method = effort.lossyMethod(for: patch, options)
    }
    return options
  }
}
