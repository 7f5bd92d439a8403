public import KilnDiagnostics
internal import KilnGeometry
public import KilnTimeline
internal import KilnVideo

/// An animation that is stored as pictures, as a timeline of bitmaps in which what moves is factored out.
public struct PictureSource: AnimationSource {
  /// Frames per second of pictures whose files do not say: every format has it.
  public static let assumedFrameRate = 30.0

  /// Canvas, frame rate, number of frames, and the times at which another picture is shown.
  public let info: AnimationInfo
  private let animation: PictureAnimation
  private let limits: Limits
  private let times: PictureTimes
  /// Whether the frame rate is a guess.
  private let isUntimed: Bool

  /// - Parameter frameRate: Frames per second of pictures whose files do not say; nil to assume one, which is reported.
  /// - Throws: `limit.exceeded`, or `timeline.frameRate`.
  public init(
    _ animation: PictureAnimation, frameRate: Double? = nil, limits: Limits = Limits()
  ) throws(Diagnostic) {
    self.animation = animation
    self.limits = limits
    let (starts, end) = animation.starts(frameMilliseconds: 0)
    let isTimed = end > 0
    isUntimed = !isTimed && frameRate == nil && animation.frameCount > 1
    let rate = frameRate ?? Self.assumedFrameRate
    if !isTimed { try Timeline.check(frameRate: rate) }
    times = isTimed ? PictureTimes(starts + [end]) : PictureTimes(count: animation.frameCount, frameRate: rate)
    let count = times.frames.last ?? 1
    try limits.check(count, atMost: .frames, "the number of frames")
    var info = AnimationInfo(
      format: animation.format, canvas: Size(Double(animation.width), Double(animation.height)),
      frameRate: times.frameRate, times: 0...Double(count), frameCount: count)
    info.hasSound = animation.sound != nil
    info.changes = times.frames.dropLast().map(Double.init)
    self.info = info
  }

  /// A timeline with, for each sample time, the picture that is shown then.
  ///
  /// - Throws: `limit.exceeded`, what decoding a picture throws, or `work.cancelled` from `progress`.
  public func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    report(to: &log)
    // Times come from divisions, so that one just before a picture's start belongs to it.
    let shown = sampling.times.map { time in
      max(0, min(animation.frameCount, info.changes.partitioningIndex { $0 > time + 1e-6 }) - 1)
    }
    var sprites = try PictureSprites(sampling, shown, canvas: info.canvas, limits: limits)
    let order = Set(shown).sorted()
    var chunk = sprites.chunk(width: animation.width, height: animation.height)
    var reader = try animation.reader()
    for (done, index) in order.enumerated() {
      try progress.report("reading pictures", done + 1, of: order.count)
      try chunk.add(try reader.picture(at: index), index, to: &sprites)
    }
    try chunk.flush(to: &sprites)
    sprites.audioClips = try audioClips(sampling, progress, log: &log)
    return try sprites.timeline(log: &log)
  }

  /// The sound of a video; none if it is not wanted or the sampling changes the speed.
  private func audioClips(
    _ sampling: FrameSampling, _ progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [AudioClip] {
    guard let file = animation.sound, sampling.takesSound(of: info.frameRate, log: &log) else { return [] }
    do throws(Diagnostic) {
      let seconds = Double(info.frameCount) / info.frameRate
      let samples = try SoundSamples(decoding: file, from: 0, duration: seconds, limits: limits, FFmpeg()) {
        () throws(Diagnostic) in
        try progress.report("decoding the sound")
      }
      guard !samples.isEmpty else { return [] }
      let bytes = try samples.mp3(FFmpeg()) { () throws(Diagnostic) in try progress.report("decoding the sound") }
      let clip = AudioClip(
        key: "sound", bytes: bytes, frames: 0..<info.frameCount, totalMilliseconds: Int((seconds * 1000).rounded()))
      return [clip.sampled(at: sampling.times, frameRate: info.frameRate)].compactMap(\.self)
    } catch {
      guard error.rule != .workCancelled else { throw error }
      log.add(.picturesSound, "the sound of the video is left out: \(error.message)", advice: error.advice)
      return []
    }
  }

  private func report(to log: inout DiagnosticLog) {
    if !PackageTrait.colorProfiles.isEnabled { animation.reportColors(to: &log) }
    if isUntimed {
      log.add(
        .picturesUntimed,
        "the pictures do not say how long they are shown; \(info.frameRate.shortDescription) in a second are assumed",
        advice: "choose another rate with \(Choice.frameRate)")
    }
    if times.largestError >= 1 {
      log.add(
        .picturesTimes,
        "pictures start up to \(times.largestError.rounded().shortDescription) ms earlier or later than in the file")
    }
  }
}
