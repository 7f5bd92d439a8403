internal import ImageCodecs

/// How much time goes into a smaller file.
public enum WebPEffort: Sendable, Hashable {
  /// From 0, fast, to 6, small.
  case level(Int)
  /// Whatever helps, at forty times the time or more.
  case max

  /// Lossless: flat artwork gains next to nothing beyond 3, which takes a third of the time of libwebp's default.
  var losslessPreset: Int {
    switch self {
    case .level(let level): [0, 1, 2, 3, 5, 6, 8][Swift.min(Swift.max(level, 0), 6)]
    case .max: 9
    }
  }

  /// Lossy: libwebp's method.
  var lossyMethod: Int {
    switch self {
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
