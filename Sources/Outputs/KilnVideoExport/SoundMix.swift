internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPrograms
internal import KilnTimeline
internal import KilnVideo

/// The sounds of a timeline as one.
struct SoundMix {
  private let timeline: Timeline
  private let ffmpeg: FFmpeg
  private let limits: Limits
  private let progress: ProgressReporter

  /// Number of sounds that are mixed at most. No limit of files: others are made without sound.
  private static let maximumClips = 256

  init(_ timeline: Timeline, _ ffmpeg: FFmpeg, _ limits: Limits, _ progress: ProgressReporter) {
    (self.timeline, self.ffmpeg, self.limits, self.progress) = (timeline, ffmpeg, limits, progress)
  }

  /// The samples from the first frame to the end of the last; none if there are no sounds.
  ///
  /// Reports `video.sound`.
  ///
  /// - Throws: `program.missing`, `program.stuck`, `output.diskFull`, `work.cancelled`.
  func samples(log: inout DiagnosticLog) throws(Diagnostic) -> SoundSamples {
    let clips = timeline.audioClips
    guard !clips.isEmpty else { return SoundSamples() }
    let seconds = Double(timeline.frameCount) / timeline.frameRate
    guard clips.count <= Self.maximumClips, seconds <= Double(limits[.soundTime]) else {
      log.add(
        .videoSound,
        "\(clips.count) sounds in \(seconds.shortDescription) seconds are more than are mixed; the video has none",
        advice: Limit.soundTime.advice("choose a part of the animation"))
      return SoundSamples()
    }
    let count = Int((seconds * Double(SoundSamples.rate)).rounded())
    var sums = [Int32](repeating: 0, count: count * 2)
    var isHeard = false
    for (index, clip) in clips.enumerated() {
      do throws(Diagnostic) {
        let samples = try decoded(clip) { () throws(Diagnostic) in
          try progress.report("decoding sounds", index, of: clips.count)
        }
        add(samples, of: clip, to: &sums)
        isHeard = isHeard || !samples.isEmpty
      } catch {
        guard [.programFailed, .limitExceeded].contains(error.rule) else { throw error }
        log.add(
          .videoSound, "the sound “\(clip.key.printable)” cannot be decoded: \(error.message)", advice: error.advice)
      }
    }
    return isHeard ? SoundSamples(sums.map { Int16(clamping: $0) }) : SoundSamples()
  }

  private func decoded(
    _ clip: AudioClip, _ isWanted: @escaping () throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> SoundSamples {
    let frames = clip.frames.clamped(to: 0..<timeline.frameCount)
    guard !frames.isEmpty, !clip.bytes.isEmpty else { return SoundSamples() }
    return try SoundSamples(
      decoding: clip.bytes, from: Double(max(0, clip.startMilliseconds)) / 1000,
      duration: Double(frames.count) / timeline.frameRate * clip.speed, limits: limits, ffmpeg, isWanted: isWanted
    ).played(atSpeed: clip.speed).amplified(by: clip.gains, rate: timeline.frameRate)
  }

  private func add(_ samples: SoundSamples, of clip: AudioClip, to sums: inout [Int32]) {
    let start = Double(max(0, clip.frames.lowerBound)) / timeline.frameRate
    let offset = Int(clamping: (start * Double(SoundSamples.rate)).rounded(), to: 0...sums.count) * 2
    for (index, value) in samples.values.enumerated() where offset + index < sums.count {
      sums[offset + index] += Int32(value)
    }
  }
}
