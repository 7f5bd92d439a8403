internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// A source some of whose properties have other values in some frames: in these, another source is drawn.
struct TimedOverrides: AnimationSource {
  /// A source for some frames.
  struct Part {
    var frames: Range<Double>
    var source: any AnimationSource
  }

  private let source: any AnimationSource
  /// The parts, which do not overlap.
  private let parts: [Part]
  private let limits: Limits

  var info: AnimationInfo { source.info }

  /// - Parameters:
  ///   - values: Changes that hold in some frames only.
  ///   - limits: Upper bounds of the joined timelines.
  ///   - make: The source with some of these changes, in their order.
  /// - Throws: Errors of `make`.
  init(
    _ values: [PropertyChange], limits: Limits,
    make: ([PropertyChange]) throws(Diagnostic) -> any AnimationSource
  ) throws(Diagnostic) {
    self.limits = limits
    source = try make([])
    var parts: [Part] = []
    let bounds = Set(values.compactMap(\.frames).flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let active = values.filter { $0.frames?.contains(start) ?? false }
      if !active.isEmpty { parts.append(Part(frames: start..<end, source: try make(active))) }
    }
    self.parts = parts
  }

  func packedBytes() -> Int? { source.packedBytes() }

  func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var frames = [[Int]](repeating: [], count: parts.count + 1)
    for (frame, time) in sampling.times.enumerated() {
      let part = parts.firstIndex { $0.frames.contains(time) }
      frames[part.map { $0 + 1 } ?? 0].append(frame)
    }
    var joined: [Timeline.Part] = []
    for (index, frames) in frames.enumerated() where !frames.isEmpty {
      let baked = try (index == 0 ? source : parts[index - 1].source).timeline(
        FrameSampling(times: frames.map { sampling.times[$0] }, frameRate: sampling.frameRate, hasSound: false),
        progress: progress, log: &log)
      joined.append(Timeline.Part(baked, at: frames))
    }
    let whole =
      joined.count == 1
      ? joined.first?.timeline
      : try Timeline.joining(
        joined, sampling: sampling, markers: info.markers(at: sampling), limits: limits, log: &log)
    guard let whole, !sampling.hasSound || !info.hasSound else {
      // Sounds do not end with a part: they are those of the source, which is baked once more for them.
      let unchanged = try source.timeline(sampling, progress: progress, log: &log)
      return whole?.withSounds(unchanged.audioClips) ?? unchanged
    }
    return whole
  }

  func placements(
    of pattern: KeyPathPattern, at time: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerPlacement] {
    let part = parts.first { $0.frames.contains(time) }?.source ?? source
    return try part.placements(of: pattern, at: time, log: &log)
  }
}
