/// How a WebP image is encoded.
public struct WebPEncoderOptions: Sendable, Hashable {
  /// Whether the decoded pixels are exactly those that were encoded. Often smaller, too, on flat artwork.
  public var lossless = true
  /// What is tried to make the file small: 0 is fast, 6 is small. Lossy, 6 saves 1 to 6 % over 4 at 25 times the time or
  /// more; lossless, 4 is at most 3 % smaller than 2 and takes up to twice the time.
  public var method = 2
  /// Lossless only: how long repetitions are searched for, from 0 to 100. Above 25 libwebp looks at them a second time.
  public var search: Float = 26
  /// Lossless only: below 100, colours may change a little where that makes the file smaller; 0 changes most.
  public var nearLossless = 100
  /// Lossy only: 0 is small, 100 is good.
  public var quality: Float = 75
  /// Lossy only: 0 is small, 100 keeps the alpha channel exact.
  public var alphaQuality = 100
  /// Lossy only: whether thin coloured edges are kept sharper, at more than twice the time.
  public var sharpYUV = false

  /// Lossless.
  public init() {}

  /// Lossless, with a method from 0 (fast) to 6 (small).
  public static func lossless(method: Int = 2, search: Float = 26) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.method = method
    options.search = search
    return options
  }

  /// Lossy, with a quality from 0 (small) to 100 (good).
  public static func lossy(quality: Float = 75) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.lossless = false
    options.method = 4
    options.quality = quality
    return options
  }
}
