public import KilnDiagnostics
public import KilnTimeline

/// A timeline file, ready to be sampled at any times. Its frames are numbered from 0.
public struct TimelineJSONSource: AnimationSource {
  /// Metadata of the file.
  public let info: AnimationInfo
  private let baked: Timeline
  private let limits: Limits

  /// Reads a file.
  ///
  /// - Parameter page: Finds a page of pictures beside the file by its name; nil if there is none.
  /// - Throws: `json.syntax`, `timeline.file.invalid` with the place of the member, `timeline.file.version`,
  ///   `limit.exceeded`, or a rule of `TimelineBuilder`.
  public init(
    bytes: [UInt8], limits: Limits = Limits(),
    page: @escaping (_ name: String) throws(Diagnostic) -> [UInt8]? = { _ throws(Diagnostic) in nil },
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    baked = try TimelineJSON.timeline(bytes, limits: limits, page: page, log: &log)
    self.limits = limits
    var info = AnimationInfo(
      format: "timeline", canvas: baked.canvas, frameRate: baked.frameRate, times: 0...Double(baked.frameCount - 1),
      frameCount: baked.frameCount, markers: baked.markers)
    info.hasSound = !baked.audioClips.isEmpty
    self.info = info
  }

  /// The timeline with, for each sample time, the frame of the file that is on screen then.
  ///
  /// - Throws: `limit.exceeded`, or `work.cancelled` from `progress`.
  public func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try progress.report("sampling the timeline")
    return try baked.sampled(sampling, limits: limits, log: &log)
  }
}
