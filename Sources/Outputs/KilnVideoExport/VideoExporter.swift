public import KilnDiagnostics
public import KilnExporting
public import KilnTimeline
public import KilnVideo
internal import KilnRendering

/// Exporter of a timeline as video, encoded by the program `ffmpeg`.
///
/// What was written is decoded again, and compared with what was drawn, before it is handed out.
public struct VideoExporter: AnimationExporter {
  /// Container and codec of a video.
  public enum Container: String, Sendable, Hashable, CaseIterable {
    /// H.264 in MP4. Alpha is a part of the frames.
    case mp4
    /// VP9 with alpha in WebM.
    case webm
    /// ProRes 4444 in QuickTime, for editors.
    case mov
  }

  /// Settings of videos.
  public struct Options: Sendable, Hashable {
    /// Container and codec.
    public var container: Container
    /// MP4 only: place of the alpha channel.
    public var alpha = AlphaPlacement.vap
    /// MP4 and WebM: 0 is small, 100 is good.
    public var quality = 75.0
    /// VAP only: keys of pictures that apps put in. They are left out of the video.
    public var slots: [VideoSlot] = []
    /// Whether sounds are stored.
    public var keepsSound = true

    /// The default of each property.
    public init(_ container: Container = .mp4) { self.container = container }

    /// Whether it is a VAP file, with a box that says where alpha is.
    var isVAP: Bool { container == .mp4 && alpha == .vap }
  }

  /// `VAP`: the other videos are named by nothing that depends on the format.
  public static let formatName = "VAP"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) { self.options = options }

  /// VAP's web player draws a frame in so many of the screen's, of which there are sixty in a second.
  private static let vapRates = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60]

  /// VAP has the frame rates that divide sixty; the others have any.
  public var capabilities: ExportCapabilities {
    ExportCapabilities(
      frameRates: options.isVAP ? .oneOf(Self.vapRates) : .atMost(240), hasSound: options.keepsSound)
  }

  /// The video and, of VAP, the JSON file for the web player.
  ///
  /// Reports `video.size`, `video.padded`, `video.alpha`, `video.slot` and `video.sound`.
  ///
  /// - Throws: `program.missing`, `program.old`, `program.failed`, `program.stuck`, `output.diskFull`, `limit.exceeded`,
  ///   `budget.exceeded`, `video.unlike` or `work.cancelled`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let work = try VideoWork(options, timeline, in: context, log: &log)
    try context.budget.check(memory: work.decodedBytes)
    let encoded = try work.encode(options.rateFactor)
    work.report(encoded, log: &log)
    let files = work.files(encoded)
    try context.budget.check(bytes: files.reduce(0) { $0 + $1.bytes.count })
    return ExportedAnimation(files: files, decodedBytes: work.decodedBytes)
  }

  /// A fitter that lowers the quality.
  public func fitter() -> VideoFitter { VideoFitter(self) }
}

extension VideoExporter.Options {
  /// Rate factors of the codec that qualities stand for; nil for a codec that has none.
  var rateFactors: RateFactors? {
    switch container {
    case .mp4: .h264
    case .webm: .vp9
    case .mov: nil
    }
  }

  /// The rate factor of the quality.
  var rateFactor: Double { rateFactors?.factor(quality) ?? 0 }
}

/// How an encoder's rate factors go with qualities: by lines from 100 to 75, the default, and on to 0.
struct RateFactors: Sendable {
  let best: Double
  let usual: Double
  let worst: Double
  /// Smallest difference of two factors that the encoder makes.
  let step: Double
  /// Logarithm of the bytes for each step of 1, typically.
  let slope: Double

  static let h264 = RateFactors(best: 12, usual: 23, worst: 48, step: 0.25, slope: -0.115)
  static let vp9 = RateFactors(best: 8, usual: 30, worst: 63, step: 1, slope: -0.06)

  private static let usualQuality = 75.0

  /// The factor of a quality.
  func factor(_ quality: Double) -> Double {
    let factor =
      quality >= Self.usualQuality
      ? usual + (best - usual) * (quality - Self.usualQuality) / (100 - Self.usualQuality)
      : worst + (usual - worst) * quality / Self.usualQuality
    return (factor / step).rounded() * step
  }

  /// The quality of a factor.
  func quality(_ factor: Double) -> Double {
    factor <= usual
      ? Self.usualQuality + (100 - Self.usualQuality) * (usual - factor) / (usual - best)
      : Self.usualQuality * (worst - factor) / (worst - usual)
  }
}
