internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPixels
internal import KilnRendering

/// A subframe as bytes of a still WebP image.
struct EncodedSubframe: Sendable {
  /// Column of its left edge, even.
  var x: Int
  /// Row of its top edge, even.
  var y: Int
  var bytes: [UInt8]
  /// Whether the pixels are composited onto the canvas; otherwise they replace it.
  var isBlended: Bool
  /// Whether the rectangle of the subframe before becomes transparent first.
  var isAfterDisposal: Bool
}

/// Encodes one of several equivalent subframes: the most promising one, or the smallest of a few.
struct SubframeEncoder: Sendable {
  /// Settings of the codecs that may be used; the smaller result counts.
  var codecs: [WebPEncoderOptions]
  var effort: WebPEffort
  /// Converts premultiplied pixels to straight ones.
  var colors = Unpremultiplier()

  /// A subframe and its bytes; nil if there are none to choose from.
  func encode(_ subframes: [Subframe]) throws(Diagnostic) -> (subframe: Subframe, bytes: [UInt8])? {
    var best: (subframe: Subframe, bytes: [UInt8])?
    for options in codecs {
      for subframe in subframes.lazy.filter({ options.lossless || !$0.isBlended }).prefix(effort.trials) {
        let bytes = try WebPFrameEncoder.encode(subframe.pixels, options: tuned(options, for: subframe), colors: colors)
        if bytes.count < best?.bytes.count ?? .max { best = (subframe, bytes) }
      }
    }
    return best
  }

  /// The settings with an effort that pays on a subframe.
  private func tuned(_ options: WebPEncoderOptions, for subframe: Subframe) -> WebPEncoderOptions {
    var options = options
    options.usesOwnEncoder = effort.usesOwnEncoder
    if options.lossless {
      if !WebPFrameEncoder.isEncodedByKiln(options, for: subframe.pixels) {
        (options.method, options.search) = effort.lossless(for: subframe.pixelStatistics)
      }
    } else {
      options.method = effort.lossyMethod(for: subframe, options)
    }
    return options
  }
}
