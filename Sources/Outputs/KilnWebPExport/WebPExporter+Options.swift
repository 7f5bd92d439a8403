internal import KilnImages

extension WebPExporter {
  /// Settings of WebP files.
  public struct Options: Sendable, Hashable {
    /// Coding of pixels: lossless, lossy, or both.
    public var codec = WebPCodec.lossless
    /// Lossy only: 0 is small, 100 is good.
    public var quality = 75.0
    /// Lossy only: 0 is small, 100 keeps the alpha channel exact.
    public var alphaQuality = 100
    /// Lossless only: below 100, colours may change a little where that makes the file smaller; 0 changes most.
    public var nearLossless = 100
    /// Compression effort: time against file size.
    public var effort = WebPEffort.level(3)
    /// Number of plays, 0 for infinite.
    public var loopCount = 0
    /// Number of frames from one key frame to the next. Key frames store the whole canvas, which lets players seek; nil
    /// if only the first frame is one.
    public var keyFrameInterval: Int?
    /// Viewers that must show the file correctly.
    public var compatibility = WebPCompatibility.default
    /// Whether one picture is written, the timeline's first frame, instead of an animation.
    public var isStill = false
    /// Whether a budget may make frames lossy that were to be lossless.
    public var budgetMayTurnLossy = false

    /// The default of each property: lossless, infinite.
    public init() {}

    /// Lossy pictures are worse and larger with holes in them, so that only exact ones are blended.
    var allowsBlending: Bool { compatibility.allowsBlending && codec != .lossy }

    var encoder: SubframeEncoder {
      var lossless = WebPEncoderOptions.lossless()
      lossless.nearLossless = nearLossless
      var lossy = WebPEncoderOptions.lossy(quality: Float(quality))
      lossy.alphaQuality = alphaQuality
      let codecs =
        switch codec {
        case .lossless: [lossless]
        case .lossy: [lossy]
        case .mixed: [lossless, lossy]
        }
      return SubframeEncoder(codecs: codecs, effort: effort)
    }
  }
}
