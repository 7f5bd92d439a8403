public import KilnGeometry

/// Capabilities of a format with some options.
public struct ExportCapabilities: Sendable, Hashable {
  /// Frame rates that players of a format play.
  public enum FrameRates: Sendable, Hashable {
    /// Any rate.
    case any
    /// Any rate up to a number of frames per second; players slow down faster ones.
    case atMost(Double)
    /// Only these frame rates, ascending.
    case oneOf([Int])
  }

  /// Frame rates, in frames per second.
  public var frameRates: FrameRates
  /// Whether sounds are stored. Where they are not, the caller reports them as dropped.
  public var hasSound: Bool
  /// Whether there is more than one frame. Where there is not, the caller bakes a timeline of one frame.
  public var isAnimated: Bool
  /// Whether a budget may make the canvas smaller. SVGA's may not: apps lay the animation out by it.
  public var isResizable: Bool
  /// `AnimationInfo.format` of the sources whose documents are edited instead of made anew from a timeline; nil for none.
  public var editedFormat: String?
  /// Size of the canvas in pixels where none is asked for; nil for that of the source.
  public var canvas: Size?
  /// Bytes of the file that players take at most; nil for any number.
  public var maximumBytes: Int?
  /// Who plays the files, in messages; nil for the format's players.
  public var players: String?

  /// Capabilities; by default any frame rate, no sound, animated, resizable.
  public init(
    frameRates: FrameRates = .any, hasSound: Bool = false, isAnimated: Bool = true, isResizable: Bool = true,
    editedFormat: String? = nil
  ) {
    self.frameRates = frameRates
    self.hasSound = hasSound
    self.isAnimated = isAnimated
    self.isResizable = isResizable
    self.editedFormat = editedFormat
  }
}

extension ExportCapabilities.FrameRates {
  /// The rate to write for the rate of a source, in frames per second.
  ///
  /// - `oneOf`: the smallest legal rate that loses no frames, else the highest. 2 % slower counts as equal, so that 30.3
  ///   becomes 30 and not 60.
  /// - `atMost`: the rate divided by the smallest whole number that brings it to the limit, so that the frames are the
  ///   source's own; the limit itself if that would be below 50.
  public func nearest(to rate: Double) -> Double {
    switch self {
    case .any: return rate
    case .oneOf(let legal):
      return Double(legal.first { Double($0) >= rate * 0.98 } ?? legal.last ?? 1)
    case .atMost(let limit):
      guard rate > limit else { return rate }
      let part = rate / (rate / limit).rounded(.up)
      return part >= min(50, limit) ? part : limit
    }
  }
}
