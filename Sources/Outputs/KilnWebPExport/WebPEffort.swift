internal import KilnExporting
internal import KilnImages
internal import KilnPixels
internal import KilnRendering

/// Compression effort: time against file size.
public enum WebPEffort: Sendable, Hashable {
  /// 0 (fastest) … 6 (smallest).
  case level(Int)
  /// All that makes files smaller, at forty times the time or more.
  case max

  /// Lossless, libwebp's method and search for a picture.
  ///
  /// On flat artwork 2 and 26 take half the time of libwebp's default, 4 and 75, and 0 to 3 % more bytes; below 26
  /// files grow by up to 70 %. The search makes nearly all of the difference to the bands of a gradient: 26 takes
  /// twice the bytes of 100.
  func lossless(for pixelStatistics: PixelStatistics) -> (method: Int, search: Float) {
    guard case .level(let level) = self else { return (6, 100) }
    let settings: [(method: Int, search: Float)] = [(0, 0), (1, 20), (1, 26), (2, 26), (3, 50), (4, 75), (5, 90)]
    let (method, search) = settings[Swift.min(Swift.max(level, 0), 6)]
    return (method, level >= 3 && pixelStatistics.isBanded ? 100 : search)
  }

  /// Whether lossless pictures are encoded by Kiln and not by libwebp, which makes flat artwork a little smaller with
  /// more effort.
  var usesOwnEncoder: Bool { if case .level(...3) = self { true } else { false } }

  /// Lossy, libwebp's method for a subframe that is encoded with some options.
  ///
  /// Method 2 takes 60 % of the time of 4, 4 % more bytes, and 0.2 dB; icons, gradients, and areas of alpha that
  /// libwebp codes would grow by 12 %. 3 is as slow as 4.
  func lossyMethod(for subframe: Subframe, _ options: WebPEncoderOptions) -> Int {
    switch self {
    case .level(3):
      guard subframe.pixels.pixels.count > 1 << 16, !subframe.pixelStatistics.isBanded else { return 4 }
      return WebPFrameEncoder.isEncodedByKiln(options, for: subframe.pixels) || !subframe.pixels.isTranslucent ? 2 : 4
    case .level(let level): return Swift.min(Swift.max(level, 0), 6)
    case .max: return 6
    }
  }

  /// Number of forms of a frame that are encoded; the smallest is kept. One, as a rule: estimates choose well.
  var trials: Int {
    switch self {
    case .level(let level): level < 5 ? 1 : 2
    case .max: 3
    }
  }
}

extension Pixmap {
  /// Whether more than a quarter of the pixels is translucent: more than antialiased edges.
  fileprivate var isTranslucent: Bool {
    pixels.count { (1..<255).contains($0 >> 24) } > pixels.count / 4
  }
}
