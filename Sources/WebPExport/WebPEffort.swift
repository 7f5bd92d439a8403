internal import ImageCodecs

/// How much time goes into a smaller file.
public enum WebPEffort: Sendable, Hashable {
  /// From 0, fast, to 6, small.
  case level(Int)
  /// Whatever helps, at forty times the time or more.
  case max

  /// Lossless, libwebp's preset for a picture.
  ///
  /// Flat artwork gains next to nothing beyond 3, which takes a third of the time of libwebp's default. Bands of a
  /// gradient become half as large by 6, and that in no more time.
  func losslessPreset(for texture: Texture) -> Int {
    switch self {
    case .level(3): texture.isBanded ? 6 : 3
    case .level(let level): [0, 1, 2, 3, 5, 6, 8][Swift.min(Swift.max(level, 0), 6)]
    case .max: 9
    }
  }

  /// Lossy, libwebp's method for a picture of some pixels.
  ///
  /// Method 2 takes 60 % of the time of 4, 4 % more bytes, and 0.2 dB; icons would grow by 12 %. 3 is as slow as 4.
  func lossyMethod(pixelCount: Int) -> Int {
    switch self {
    case .level(3): pixelCount > 1 << 16 ? 2 : 4
    case .level(let level): Swift.min(Swift.max(level, 0), 6)
    case .max: 6
    }
  }

  /// Ways to store a frame that are encoded, of which the smallest is kept. One, as a rule: estimates choose well.
  var trials: Int {
    switch self {
    case .level(let level): level < 5 ? 1 : 2
    case .max: 3
    }
  }
}
