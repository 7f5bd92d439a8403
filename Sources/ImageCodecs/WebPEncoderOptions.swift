/// How a WebP image is encoded.
public struct WebPEncoderOptions: Sendable, Hashable {
  /// Whether the decoded pixels are exactly those that were encoded. Often smaller, too, on flat artwork.
  public var lossless = true
  /// Lossless only: 0 is fast, 9 is small. Measured on frames of animations, 3 is at most 2 % larger than 6 and up to
  /// 2.8 times as fast; 9 saves another 1 to 3 % at forty times the time or more.
  public var effort = 3
  /// Lossless only: below 100, colours may change a little where that makes the file smaller; 0 changes most.
  public var nearLossless = 100
  /// Lossy only: 0 is small, 100 is good.
  public var quality: Float = 75
  /// Lossy only: 0 is small, 100 keeps the alpha channel exact.
  public var alphaQuality = 100
  /// Lossy only: 0 is fast, 6 is small. 6 saves 1 to 6 % over 4 at 25 times the time or more.
  public var method = 4
  /// Lossy only: whether thin coloured edges are kept sharper, at more than twice the time.
  public var sharpYUV = false

  /// Lossless with the default effort.
  public init() {}

  /// Lossless, with an effort from 0 (fast) to 9 (small).
  public static func lossless(effort: Int = 3) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.effort = effort
    return options
  }

  /// Lossy, with a quality from 0 (small) to 100 (good).
  public static func lossy(quality: Float = 75) -> WebPEncoderOptions {
    var options = WebPEncoderOptions()
    options.lossless = false
    options.quality = quality
    return options
  }
}
