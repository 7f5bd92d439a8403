/// Encoder settings of a WebP image.
package struct WebPEncoderOptions: Sendable, Hashable {
  /// Lossless coding; often smaller, too, for flat artwork.
  package var lossless = true
  /// Effort, from 0 (fast) to 6 (small). Lossy, 6 saves 1 to 6 % over 4 at 25 times the time or more; lossless, 4 saves
  /// at most 3 % over 2 and takes up to twice the time.
  package var method = 2
  /// Lossless only: effort of the search for backward references, 0…100. Above 25 libwebp makes a second pass.
  package var search: Float = 26
  /// Lossless only: near-lossless preprocessing, from 0 (strongest) to 100 (off).
  package var nearLossless = 100
  /// Whether Kiln's own lossless encoder is used instead of libwebp's, without regard to `method` and `search`, for
  /// what it takes: exact pictures of at most 4 million pixels, and alpha channels beside lossy colours. On flat
  /// artwork it takes a third of the time, for the same bytes.
  package var usesOwnEncoder = false
  /// Lossy only: quality, from 0 (small) to 100 (good).
  package var quality: Float = 75
  /// Lossy only: quality of the alpha channel, from 0 (small) to 100 (lossless).
  package var alphaQuality = 100
  /// Lossy only: sharper RGB to YUV conversion, for thin coloured edges, at more than twice the time.
  package var sharpYUV = false

  /// Lossless coding with the default effort.
  package init() {}

  /// Lossless coding with an effort from 0 (fast) to 6 (small) and a search effort of 0…100.
  package static func lossless(method: Int = 2, search: Float = 26) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.method = method
    options.search = search
    return options
  }

  /// Lossy coding with a quality from 0 (small) to 100 (good), and effort 4.
  package static func lossy(quality: Float = 75) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.lossless = false
    options.method = 4
    options.quality = quality
    return options
  }
}
