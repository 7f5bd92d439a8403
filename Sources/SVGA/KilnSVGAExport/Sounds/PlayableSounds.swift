internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPrograms
internal import KilnTimeline
internal import KilnVideo

/// Turns the sounds of a timeline into what players of SVGA play: MP3 at its own speed and volume.
struct PlayableSounds {
  private let timeline: Timeline
  private let limits: Limits
  private let progress: ProgressReporter
  /// Sounds as MP3, by their content in the source.
  private var files: [[UInt8]: [UInt8]] = [:]
  private var durations: [[UInt8]: Int] = [:]

  private init(_ timeline: Timeline, _ limits: Limits, _ progress: ProgressReporter) {
    (self.timeline, self.limits, self.progress) = (timeline, limits, progress)
  }

  /// The timeline with such sounds only. Others are made by the program ffmpeg; what it cannot make is reported, and left
  /// out or played as it is.
  ///
  /// - Throws: `work.cancelled`, `program.stuck`, `output.diskFull`.
  static func prepared(
    _ timeline: Timeline, _ limits: Limits, _ progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    guard !timeline.audioClips.isEmpty else { return timeline }
    var sounds = PlayableSounds(timeline, limits, progress)
    var clips: [AudioClip] = []
    for clip in timeline.audioClips {
      if let clip = try sounds.playable(clip, log: &log) { clips.append(clip) }
    }
    return timeline.withSounds(clips)
  }

  private mutating func playable(_ clip: AudioClip, log: inout DiagnosticLog) throws(Diagnostic) -> AudioClip? {
    let format = SoundSamples.format(of: clip.bytes)
    let isMP3 = format == "mp3"
    // What is in no known format is for players that know more.
    if isMP3 || format == nil, clip.isPlain { return timed(clip) }
    do throws(Diagnostic) {
      return timed(try converted(clip))
    } catch {
      guard [.programMissing, .programOld, .programFailed, .limitExceeded].contains(error.rule) else { throw error }
      let end = isMP3 ? "it plays at its own speed and volume" : "it is left out, because players play MP3 only"
      log.add(
        .svgaAudioUnconverted, "the sound “\(clip.key)” cannot be converted, and \(end): \(error.message)",
        advice: error.advice)
      guard isMP3 else { return nil }
      var plain = clip
      (plain.speed, plain.gains) = (1, [])
      return timed(plain)
    }
  }

  /// The clip as a file of its own; a plain one as the whole sound, which others may share.
  private mutating func converted(_ clip: AudioClip) throws(Diagnostic) -> AudioClip {
    var result = clip
    if clip.isPlain {
      if let known = files[clip.bytes] {
        result.bytes = known
        return result
      }
      // A little more than it may last, to know whether it does.
      let samples = try samples(clip.bytes, from: 0, seconds: Double(limits[.soundTime]) + 0.1)
      try check(seconds: Double(samples.values.count / 2) / Double(SoundSamples.rate))
      result.bytes = try mp3(samples)
      files[clip.bytes] = result.bytes
      return result
    }
    let seconds = Double(clip.frames.count) / timeline.frameRate * clip.speed
    try check(seconds: seconds)
    let part = try samples(clip.bytes, from: Double(max(0, clip.startMilliseconds)) / 1000, seconds: seconds)
    result.bytes = try mp3(part.played(atSpeed: clip.speed).amplified(by: clip.gains, rate: timeline.frameRate))
    (result.startMilliseconds, result.totalMilliseconds, result.speed, result.gains) = (0, 0, 1, [])
    return result
  }

  /// Throws for a sound that lasts too long.
  private func check(seconds: Double) throws(Diagnostic) {
    try limits.check(
      Int(clamping: seconds.rounded(.up), to: 0...1_000_000_000), atMost: .soundTime,
      "the number of seconds of the sound", advice: "shorten it")
  }

  private func samples(_ file: [UInt8], from start: Double, seconds: Double) throws(Diagnostic) -> SoundSamples {
    let progress = progress
    return try SoundSamples(decoding: file, from: start, duration: seconds, limits: limits, FFmpeg()) {
      () throws(Diagnostic) in
      try progress.report("converting sounds")
    }
  }

  private func mp3(_ samples: SoundSamples) throws(Diagnostic) -> [UInt8] {
    guard !samples.isEmpty else { throw Diagnostic(.programFailed, "there is nothing to hear in it") }
    let progress = progress
    return try samples.mp3(FFmpeg()) { () throws(Diagnostic) in try progress.report("converting sounds") }
  }

  /// The clip with the length of its sound, by which Android finds where to start: without it, it plays nothing.
  private mutating func timed(_ clip: AudioClip) -> AudioClip {
    guard clip.totalMilliseconds <= 0 else { return clip }
    var clip = clip
    let known = durations[clip.bytes] ?? Int((MP3Duration.milliseconds(of: clip.bytes) ?? 0).rounded())
    durations[clip.bytes] = known
    clip.totalMilliseconds = known
    return clip
  }
}
